module koordc

go 1.22
