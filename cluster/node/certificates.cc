#include "cluster/node/certificates.h"

#include "server/config/secret_file.h"
#include "server/journal/whole_file.h"
#include "server/serve/serve.h"

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <memory>
#include <ostream>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

namespace mlf::server {
namespace {

template <auto Free>
struct Freed {
  template <typename T>
  void operator()(T* one) const {
    Free(one);
  }
};
using KeyPtr = std::unique_ptr<EVP_PKEY, Freed<EVP_PKEY_free>>;
using CertPtr = std::unique_ptr<X509, Freed<X509_free>>;
using BioPtr = std::unique_ptr<BIO, Freed<BIO_free_all>>;

constexpr int kDaysOfCa = 3650;
constexpr long kDay = 86'400;
constexpr Ms kDayMs = Ms{kDay} * 1000, kWarnDays = 30;
constexpr long kEarlier = 3600;  // a certificate begins, for clocks that are behind

struct CertificateError : std::runtime_error {
  using std::runtime_error::runtime_error;
};
// What OpenSSL says about its last failure.
[[noreturn]] void Fail(const std::string& what) {
  const unsigned long error = ERR_get_error();
  const char* reason = ERR_reason_error_string(error);
  ERR_clear_error();
  throw CertificateError(
      fmt::format("{}{}{}", what, reason != nullptr ? ": " : "", reason != nullptr ? reason : ""));
}
void Need(bool done, const char* what) {
  if (!done) Fail(what);
}

// ---- PEM ----

std::string TextOf(const BioPtr& bio) {
  char* bytes = nullptr;
  const long size = BIO_get_mem_data(bio.get(), &bytes);
  return {bytes, static_cast<std::size_t>(size)};
}
std::string PemOf(const X509& cert) {
  const BioPtr bio(BIO_new(BIO_s_mem()));
  Need(PEM_write_bio_X509(bio.get(), &cert) == 1, "a certificate cannot be written");
  return TextOf(bio);
}
std::string PemOf(EVP_PKEY& key) {
  const BioPtr bio(BIO_new(BIO_s_mem()));
  Need(PEM_write_bio_PrivateKey(bio.get(), &key, nullptr, nullptr, 0, nullptr, nullptr) == 1,
       "a key cannot be written");
  return TextOf(bio);
}
BioPtr Reading(const std::string& text) {
  return BioPtr(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
}
std::string FileText(const std::string& path, bool is_private) {
  const Result<std::string> text = ReadSecretFile(path, is_private);
  if (!text) throw CertificateError(text.faults().front().Text());
  return *text + "\n";
}
// All certificates of a file; the first one is that of its owner.
std::vector<CertPtr> Certificates(const std::string& path) {
  const std::string text = FileText(path, false);
  const BioPtr bio = Reading(text);
  std::vector<CertPtr> certs;
  while (X509* cert = PEM_read_bio_X509(bio.get(), nullptr, nullptr, nullptr))
    certs.emplace_back(cert);
  ERR_clear_error();
  if (certs.empty()) throw CertificateError(path + " holds no certificate (PEM)");
  return certs;
}
KeyPtr KeyIn(const std::string& path) {
  const std::string text = FileText(path, true);
  KeyPtr key(PEM_read_bio_PrivateKey(Reading(text).get(), nullptr, nullptr, nullptr));
  if (!key) Fail(path + " holds no private key (PEM)");
  return key;
}

// ---- a new one ----

void Extend(X509& cert, X509& issuer, int what, const std::string& value) {
  X509V3_CTX context;
  X509V3_set_ctx(&context, &issuer, &cert, nullptr, nullptr, 0);
  const std::unique_ptr<X509_EXTENSION, Freed<X509_EXTENSION_free>> extension(
      X509V3_EXT_conf_nid(nullptr, &context, what, value.c_str()));
  Need(extension && X509_add_ext(&cert, extension.get(), -1) == 1,
       "a certificate cannot be extended");
}

CertPtr NewCertificate(const std::string& name, EVP_PKEY& key, int days) {
  CertPtr cert(X509_new());
  std::array<unsigned char, 16> serial{};
  Need(RAND_bytes(serial.data(), static_cast<int>(serial.size())) == 1, "there is no randomness");
  serial[0] &= 0x7F;  // positive
  const std::unique_ptr<BIGNUM, Freed<BN_free>> number(
      BN_bin2bn(serial.data(), static_cast<int>(serial.size()), nullptr));
  X509_set_version(cert.get(), X509_VERSION_3);
  BN_to_ASN1_INTEGER(number.get(), X509_get_serialNumber(cert.get()));
  X509_gmtime_adj(X509_getm_notBefore(cert.get()), -kEarlier);
  X509_gmtime_adj(X509_getm_notAfter(cert.get()), days * kDay);
  X509_set_pubkey(cert.get(), &key);
  X509_NAME_add_entry_by_txt(X509_get_subject_name(cert.get()), "CN", MBSTRING_UTF8,
                             reinterpret_cast<const unsigned char*>(name.c_str()), -1, -1, 0);
  return cert;
}
KeyPtr NewKey() {
  KeyPtr key(EVP_EC_gen("P-256"));
  Need(key != nullptr, "a key cannot be made");
  return key;
}
void Sign(X509& cert, X509& issuer, EVP_PKEY& key) {
  X509_set_issuer_name(&cert, X509_get_subject_name(&issuer));
  Extend(cert, issuer, NID_subject_key_identifier, "hash");
  Extend(cert, issuer, NID_authority_key_identifier, "keyid:always");
  Need(X509_sign(&cert, &key, EVP_sha256()) != 0, "a certificate cannot be signed");
}

void WriteFile(const std::string& path, const std::string& text) {
  if (!ReplaceFile(path, text))
    throw CertificateError(fmt::format("cannot write {}: {}", path, std::strerror(errno)));
}
void MakeFolder(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) throw CertificateError(fmt::format("cannot make {}: {}", path, error.message()));
}

struct Ca {
  CertPtr cert;
  KeyPtr key;
};
Ca CaIn(const std::string& folder) {
  const std::string cert = folder + "/ca.crt", key = folder + "/ca.key";
  if (std::filesystem::exists(key)) {
    Ca ca{std::move(Certificates(cert).front()), KeyIn(key)};
    if (X509_check_private_key(ca.cert.get(), ca.key.get()) != 1)
      throw CertificateError(fmt::format("{} is not the key of the first one in {}", key, cert));
    return ca;
  }
  if (std::filesystem::exists(cert))
    throw CertificateError(
        fmt::format("{} has lost its key {}; give another folder for a new CA", cert, key));
  Ca ca{nullptr, NewKey()};
  ca.cert = NewCertificate("mlf-server cluster", *ca.key, kDaysOfCa);
  Extend(*ca.cert, *ca.cert, NID_basic_constraints, "critical,CA:TRUE");
  Extend(*ca.cert, *ca.cert, NID_key_usage, "critical,keyCertSign,cRLSign");
  Extend(*ca.cert, *ca.cert, NID_subject_key_identifier, "hash");
  X509_set_issuer_name(ca.cert.get(), X509_get_subject_name(ca.cert.get()));
  Need(X509_sign(ca.cert.get(), ca.key.get(), EVP_sha256()) != 0, "the CA cannot be signed");
  WriteFile(key, PemOf(*ca.key));
  WriteFile(cert, PemOf(*ca.cert));
  return ca;
}

void MakeNode(const ClusterCerts& wanted, const std::string& node, const Ca& ca) {
  const KeyPtr key = NewKey();
  const CertPtr cert = NewCertificate(node, *key, wanted.days);
  Extend(*cert, *ca.cert, NID_basic_constraints, "critical,CA:FALSE");
  Extend(*cert, *ca.cert, NID_key_usage, "critical,digitalSignature");
  Extend(*cert, *ca.cert, NID_ext_key_usage, "serverAuth,clientAuth");
  Extend(*cert, *ca.cert, NID_subject_alt_name, "DNS:" + node);
  Sign(*cert, *ca.cert, *ca.key);
  const std::string folder = wanted.folder + "/" + node;
  MakeFolder(folder);
  // Other CAs in the file are trusted meanwhile.
  WriteFile(folder + "/ca.crt", FileText(wanted.folder + "/ca.crt", false));
  WriteFile(folder + "/tls.key", PemOf(*key));
  WriteFile(folder + "/tls.crt", PemOf(*cert));
}

// ---- an old one ----

Ms TimeOf(const ASN1_TIME* time) {
  std::tm parts{};
  Need(ASN1_TIME_to_tm(time, &parts) == 1, "a certificate has no end");
  return Ms{timegm(&parts)} * 1000;
}

bool IsSignedByOneOf(X509& cert, const std::vector<CertPtr>& cas) {
  return std::ranges::any_of(cas, [&](const CertPtr& ca) {
    return X509_check_issued(ca.get(), &cert) == X509_V_OK &&
           X509_verify(&cert, X509_get0_pubkey(ca.get())) == 1;
  });
}

}  // namespace

Result<Ms> CertificatesEnd(const std::string& folder, const std::string& node) {
  try {
    const std::vector<CertPtr> cas = Certificates(folder + "/ca.crt");
    const std::vector<CertPtr> chain = Certificates(folder + "/tls.crt");
    const KeyPtr key = KeyIn(folder + "/tls.key");
    X509& cert = *chain.front();
    if (X509_check_private_key(&cert, key.get()) != 1)
      Fail(fmt::format("{0}/tls.key is not the key of {0}/tls.crt", folder));
    if (X509_check_host(&cert, node.c_str(), node.size(), X509_CHECK_FLAG_NEVER_CHECK_SUBJECT,
                        nullptr) != 1)
      throw CertificateError(fmt::format("{}/tls.crt is not of the node {}", folder, node));
    if (!IsSignedByOneOf(*chain.back(), cas) && !IsSignedByOneOf(cert, cas))
      throw CertificateError(fmt::format("{0}/tls.crt is not signed by one of {0}/ca.crt", folder));
    return TimeOf(X509_get0_notAfter(&cert));
  } catch (const CertificateError& error) {
    ERR_clear_error();
    return Fault{"S06",
                 {},
                 fmt::format("{}; make certificates by mlf-server cluster-certs FOLDER NODE ...",
                             error.what())};
  }
}

void CertificateWatch::Look() {
  const Result<Ms> end = CertificatesEnd(folder_, node_);
  const Ms left = end ? (*end - world_.clock.Wall()) / kDayMs : 0;
  if (!end)
    warn_(end.faults().front().Text());
  else if (left < kWarnDays)
    warn_(
        fmt::format("the certificate of this node in {} ends in {} days; make another one by "
                    "mlf-server cluster-certs",
                    folder_, left));
  again_ = world_.timers.At(world_.clock.Steady() + kDayMs, [this] { Look(); });
}

Faults MakeClusterCerts(const ClusterCerts& wanted) {
  try {
    MakeFolder(wanted.folder);
    const Ca ca = CaIn(wanted.folder);
    for (const std::string& node : wanted.nodes) MakeNode(wanted, node, ca);
    return {};
  } catch (const CertificateError& error) {
    return {{"S06", {}, error.what()}};
  }
}

int RunClusterCerts(const ClusterCerts& wanted, std::ostream& out, std::ostream& err) {
  if (const Faults faults = MakeClusterCerts(wanted); !faults.empty())
    return TellFaults(err, faults, kFailed);
  for (const std::string& node : wanted.nodes)
    out << fmt::format("{}/{}: for the setting certs of node {}, {} days\n", wanted.folder, node,
                       node, wanted.days);
  out << fmt::format("{}/ca.key signs further ones: keep it off the nodes\n", wanted.folder);
  return kServed;
}

}  // namespace mlf::server
