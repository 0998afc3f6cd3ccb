module libkoord.invalid/koord

go 1.19
