from federated.server import Server


def main(rounds=4, n_clients=3):
    server = Server(n_clients)
    for r in range(rounds):
        server.round(r)
    return server


if __name__ == "__main__":
    main()
