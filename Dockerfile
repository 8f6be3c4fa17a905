# The Halma server, alone in a small image.
#
#   docker build -t halma-server .
#   docker run --read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges \
#       -p 8080:8080 -v halma:/data halma-server
#
# Needs BuildKit (DOCKER_BUILDKIT=1 on engines where it is not the default).

FROM rust:1-bookworm AS build
WORKDIR /src
COPY . .
# The target cache may come from another checkout with newer file times; touching
# our own sources makes cargo compare nothing and rebuild them, and only them.
# On arm64 kernels have pages of 4, 16 or 64 KiB, and the allocator must fit them all.
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/src/target,sharing=locked \
    find crates migrations proto-docs web -type f -exec touch {} + \
 && if [ "$(uname -m)" = aarch64 ]; then export JEMALLOC_SYS_WITH_LG_PAGE=16; fi \
 && cargo build --release --locked --package halma-server --bin halma-server \
 && install -D target/release/halma-server /out/halma-server

FROM debian:bookworm-slim
RUN groupadd --system --gid 10001 halma \
 && useradd --system --uid 10001 --gid halma --no-create-home --home-dir /data --shell /usr/sbin/nologin halma \
 && install --directory --owner=halma --group=halma --mode=0750 /data
COPY --from=build /out/halma-server /usr/local/bin/halma-server
USER halma
ENV HALMA_LISTEN=0.0.0.0:8080 HALMA_DATA_DIR=/data
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 CMD ["halma-server", "healthcheck"]
ENTRYPOINT ["halma-server"]
