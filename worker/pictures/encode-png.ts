/** Writes pixels (red, green, blue) as a PNG. Flat drawings need no filter, and the platform compresses. */
export async function encodePng({
  width,
  height,
  pixels,
}: {
  width: number
  height: number
  pixels: Uint8Array
}): Promise<Uint8Array<ArrayBuffer>> {
  const rowLength = width * 3
  const rows = new Uint8Array((rowLength + 1) * height)
  // Each row starts with the number of its filter, which is 0.
  for (let y = 0; y < height; y++) rows.set(pixels.subarray(y * rowLength, (y + 1) * rowLength), y * (rowLength + 1) + 1)
  const packed = new Blob([rows]).stream().pipeThrough(new CompressionStream('deflate'))
  const header = new Uint8Array(13)
  const view = new DataView(header.buffer)
  view.setUint32(0, width)
  view.setUint32(4, height)
  // 8 bits for each of the three colors.
  header.set([8, 2, 0, 0, 0], 8)
  const parts = [
    new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    writeChunk('IHDR', header),
    writeChunk('IDAT', new Uint8Array(await new Response(packed).arrayBuffer())),
    writeChunk('IEND', new Uint8Array()),
  ]
  return new Uint8Array(await new Blob(parts).arrayBuffer())
}

function writeChunk(type: string, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const chunk = new Uint8Array(data.length + 12)
  const view = new DataView(chunk.buffer)
  view.setUint32(0, data.length)
  chunk.set(new TextEncoder().encode(type), 4)
  chunk.set(data, 8)
  view.setUint32(data.length + 8, sumOf(chunk.subarray(4, data.length + 8)))
  return chunk
}

/** CRC-32, as PNG needs it. */
function sumOf(bytes: Uint8Array): number {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0)
  }
  return ~sum >>> 0
}
