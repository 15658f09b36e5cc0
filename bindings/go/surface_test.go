package mlf

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strings"
	"testing"
)

// names are the functions, types and methods of this package, a method behind its type. A type has those of
// the types that it embeds.
func names(t *testing.T) map[string]bool {
	packages, err := parser.ParseDir(token.NewFileSet(), ".", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for _, file := range packages["mlf"].Files {
		for _, declared := range file.Decls {
			switch own := declared.(type) {
			case *ast.FuncDecl:
				if own.Recv == nil {
					found[own.Name.Name] = true
					continue
				}
				kind := own.Recv.List[0].Type
				if star, ok := kind.(*ast.StarExpr); ok {
					kind = star.X
				}
				found[kind.(*ast.Ident).Name+"."+own.Name.Name] = true
			case *ast.GenDecl:
				for _, spec := range own.Specs {
					if kind, ok := spec.(*ast.TypeSpec); ok {
						found[kind.Name.Name] = true
					}
				}
			}
		}
	}
	for name := range found {
		if strings.HasPrefix(name, "Response.") { // a Table embeds it
			found["Table."+strings.TrimPrefix(name, "Response.")] = true
		}
	}
	return found
}

func TestEverythingThatBindingsOfferIsThere(t *testing.T) {
	list, err := os.ReadFile("../surface.txt")
	if err != nil {
		t.Fatal(err)
	}
	found, rows := names(t), 0
	for _, line := range strings.Split(strings.TrimSpace(string(list)), "\n") {
		if strings.HasPrefix(line, "#") {
			continue
		}
		if name := strings.TrimSpace(strings.Split(line, "|")[3]); !found[name] {
			t.Errorf("there is no %s", name)
		}
		rows++
	}
	if rows < 25 {
		t.Error(rows)
	}
}
