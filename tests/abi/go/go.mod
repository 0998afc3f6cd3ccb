module koord.example/use

go 1.19
