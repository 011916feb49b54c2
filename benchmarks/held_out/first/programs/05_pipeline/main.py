from data import augmenter, flip_only, make_dataset


def main():
    for name, fn in {"aug": augmenter(), "flip": flip_only}.items():
        for image, label in make_dataset(4, fn):
            print(name, int(label), float(image[0, 0, 0]))


if __name__ == "__main__":
    main()
