import numpy as np

from app.routes import METRICS, ROUTES


def main():
    frame = np.random.rand(1, 6, 6, 1)
    print(ROUTES["/pose"](frame)[0][0])
    ROUTES["/calibrate"](100.0)
    print(ROUTES["/pose"](frame)[0][0])
    for _ in range(3):
        ROUTES["/pose_slow"](frame)
    print(len(ROUTES["/batch"]([frame, frame])), METRICS["requests"], ROUTES["/debug"](None))


if __name__ == "__main__":
    main()
