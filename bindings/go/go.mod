module koord

go 1.19
