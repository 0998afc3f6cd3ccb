module koordc

go 1.19
