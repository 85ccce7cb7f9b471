"""Smaller pictures: a screenshot's colours reduced to a palette of 256, counted by the browser itself."""

from __future__ import annotations

import base64
import struct
import zlib

from playwright.sync_api import Page

REDUCE = """async (picture) => {
  const image = new Image();
  image.src = `data:image/png;base64,${picture}`;
  await image.decode();
  const {width, height} = image;
  const canvas = new OffscreenCanvas(width, height).getContext("2d");
  canvas.drawImage(image, 0, 0);
  const pixels = canvas.getImageData(0, 0, width, height).data;

  const binOf = (at) => (pixels[at] >> 2 << 12) | (pixels[at + 1] >> 2 << 6) | (pixels[at + 2] >> 2);
  const bins = new Map();
  for (let at = 0; at < pixels.length; at += 4) {
    const bin = bins.get(binOf(at)) ?? {sum: [0, 0, 0], count: 0};
    bin.count += 1;
    for (let part = 0; part < 3; part += 1) bin.sum[part] += pixels[at + part];
    bins.set(binOf(at), bin);
  }
  const colours = [...bins].map(([key, {sum, count}]) => ({key, count, rgb: sum.map((all) => all / count)}));

  const total = (values) => values.reduce((sum, value) => sum + value, 0);
  const most = (values) => values.reduce((a, b) => Math.max(a, b));
  const least = (values) => values.reduce((a, b) => Math.min(a, b));
  const measured = (box) => {
    const count = total(box.map((colour) => colour.count));
    const spans = [0, 1, 2].map((part) => box.map(({rgb}) => rgb[part])).map((all) => most(all) - least(all));
    const span = Math.max(...spans);
    return {box, count, axis: spans.indexOf(span), worth: span ** 2 * Math.sqrt(count)};
  };
  const split = ({box, axis}) => {
    const sorted = box.toSorted((a, b) => a.rgb[axis] - b.rgb[axis]);
    const middle = (sorted[0].rgb[axis] + sorted.at(-1).rgb[axis]) / 2;
    const cut = Math.max(1, sorted.findIndex(({rgb}) => rgb[axis] > middle));
    return [measured(sorted.slice(0, cut)), measured(sorted.slice(cut))];
  };
  const boxes = [measured(colours)];
  while (boxes.length < 256) {
    boxes.sort((a, b) => a.worth - b.worth);
    if (boxes.at(-1).worth === 0) break;
    boxes.push(...split(boxes.pop()));
  }

  const index = new Map(boxes.flatMap(({box}, number) => box.map(({key}) => [key, number])));
  const mean = ({box, count}, part) => Math.round(total(box.map((one) => one.rgb[part] * one.count)) / count);
  const palette = boxes.flatMap((box) => [0, 1, 2].map((part) => mean(box, part)));
  const indices = Array.from({length: width * height}, (_, at) => index.get(binOf(4 * at)));
  return {width, height, palette, indices};
}"""
"""Median cut: boxes of colours, the widest and fullest split in its middle until there are 256."""


def reduced(page: Page, png: bytes) -> bytes:
    """Return a PNG of the same size with 256 colours at most."""
    seen = page.evaluate(REDUCE, base64.b64encode(png).decode())
    width, height, indices = seen["width"], seen["height"], bytes(seen["indices"])
    rows = b"".join(b"\0" + indices[width * row : width * (row + 1)] for row in range(height))
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    chunks = (
        (b"IHDR", header),
        (b"PLTE", bytes(seen["palette"])),
        (b"IDAT", zlib.compress(rows, 9)),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, data) for name, data in chunks)


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
