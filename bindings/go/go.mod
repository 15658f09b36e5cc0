module majonglogicflow/mlf

go 1.19
