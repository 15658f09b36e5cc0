// Members that a loop uses at every step, as descriptors of CPython: pybind11 takes five times as
// long for each. They answer the usual call, and leave every other, as wrong arguments, to the
// member that pybind11 made.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <climits>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

namespace mlf::python {

// The object of C++ in an instance of a bound class; null where there is none, or not at once.
template <typename T>
T* OwnOf(PyObject* self) {
  const auto* instance = reinterpret_cast<pybind11::detail::instance*>(self);
  return instance->simple_layout ? static_cast<T*>(instance->simple_value_holder[0]) : nullptr;
}

// An int, or what stands for one; nothing otherwise, and no exception.
inline std::optional<int> IntOf(PyObject* given) {
  PyObject* index = PyNumber_Index(given);
  const long value = index == nullptr ? -1 : PyLong_AsLong(index);
  Py_XDECREF(index);
  if (value == -1 && PyErr_Occurred() != nullptr) return PyErr_Clear(), std::nullopt;
  if (value < INT_MIN || value > INT_MAX) return std::nullopt;
  return static_cast<int>(value);
}

// A new array; null with an exception of Python.
inline PyObject* ArrayOf(const std::vector<std::int32_t>& numbers) {
  const auto& numpy = pybind11::detail::npy_api::get();
  static PyObject* const type = pybind11::dtype::of<std::int32_t>().release().ptr();
  const Py_intptr_t size[] = {static_cast<Py_intptr_t>(numbers.size())};
  Py_INCREF(type);  // the array takes it
  PyObject* array =
      numpy.PyArray_NewFromDescr_(numpy.PyArray_Type_, type, 1, size, nullptr, nullptr, 0, nullptr);
  if (array != nullptr && !numbers.empty())
    std::memcpy(pybind11::detail::array_proxy(array)->data, numbers.data(),
                numbers.size() * sizeof(std::int32_t));
  return array;
}

// A method of a class beside the one of pybind11, `usual`, whose name and documentation it has.
struct QuickMethod {
  PyMethodDef definition{};
  std::string doc;
  PyObject* usual = nullptr;

  using Function = PyObject* (*)(PyObject*, PyObject* const*, Py_ssize_t, PyObject*);
  void Replace(pybind11::handle owner, const char* name, Function function) {
    pybind11::object before = owner.attr(name);
    doc = before.attr("__doc__").cast<std::string>();
    usual = before.release().ptr();
    definition = {name, reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(function)),
                  METH_FASTCALL | METH_KEYWORDS, doc.c_str()};
    owner.attr(name) = pybind11::reinterpret_steal<pybind11::object>(
        PyDescr_NewMethod(reinterpret_cast<PyTypeObject*>(owner.ptr()), &definition));
  }
  PyObject* Usual(PyObject* self, PyObject* const* given, Py_ssize_t count, PyObject* names) const {
    std::vector<PyObject*> all{self};
    all.insert(all.end(), given, given + count + (names == nullptr ? 0 : PyTuple_GET_SIZE(names)));
    return PyObject_Vectorcall(usual, all.data(), static_cast<std::size_t>(count) + 1, names);
  }
};

// A property in the place of the one of pybind11.
struct QuickProperty {
  PyGetSetDef definition{};
  std::string doc;

  void Replace(pybind11::handle owner, const char* name, getter get) {
    doc = owner.attr(name).attr("__doc__").cast<std::string>();
    definition = {name, get, nullptr, doc.c_str(), nullptr};
    owner.attr(name) = pybind11::reinterpret_steal<pybind11::object>(
        PyDescr_NewGetSet(reinterpret_cast<PyTypeObject*>(owner.ptr()), &definition));
  }
};

}  // namespace mlf::python
