import { crc32, deflateSync, inflateSync } from 'node:zlib'

const opaqueColorType = 2

/**
 * Makes a PNG smaller. Browsers apply row filters that suit photographs, but flat drawings compress better without filters.
 * Works only for pictures without transparency.
 */
export function packFlatPng(png: Buffer): Buffer {
  const chunks = readChunks(png)
  const header = chunks.find(({ name }) => name === 'IHDR')?.data
  if (header?.[9] !== opaqueColorType) throw new Error('This is not an opaqueColorType 8-bit PNG.')
  const data = inflateSync(Buffer.concat(chunks.flatMap((chunk) => (chunk.name === 'IDAT' ? [chunk.data] : []))))
  const rows = removeFilters(data, header.readUInt32BE(0) * 3)
  return Buffer.concat([
    png.subarray(0, 8),
    writeChunk('IHDR', header),
    writeChunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    writeChunk('IEND', Buffer.alloc(0)),
  ])
}

/** Creates a favicon.ico: a short header before a PNG. */
export function packIco(png: Buffer, size: number): Buffer {
  const header = Buffer.from([0, 0, 1, 0, 1, 0, size, size, 0, 0, 1, 0, 32, 0, 0, 0, 0, 0, 22, 0, 0, 0])
  header.writeUInt32LE(png.length, 14)
  return Buffer.concat([header, png])
}

function readChunks(png: Buffer) {
  const chunks: { name: string; data: Buffer }[] = []
  for (let offset = 8; offset < png.length; ) {
    const length = png.readUInt32BE(offset)
    chunks.push({ name: png.toString('latin1', offset + 4, offset + 8), data: png.subarray(offset + 8, offset + 8 + length) })
    offset += length + 12
  }
  return chunks
}

function writeChunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(data.length, 0)
  body.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(body), body.length + 4)
  return chunk
}

/** Undoes the five row filters of the PNG specification. The first byte of each row then says "none". */
function removeFilters(data: Buffer, width: number): Buffer {
  const stride = width + 1
  const rows = Buffer.alloc(data.length)
  for (let start = 0; start < data.length; start += stride) {
    const filter = data[start] ?? 0
    for (let x = 1; x <= width; x++) {
      const left = x > 3 ? (rows[start + x - 3] ?? 0) : 0
      const up = start > 0 ? (rows[start + x - stride] ?? 0) : 0
      const corner = start > 0 && x > 3 ? (rows[start + x - 3 - stride] ?? 0) : 0
      const predictions = [0, left, up, (left + up) >> 1, predictPaeth(left, up, corner)]
      rows[start + x] = (data[start + x] ?? 0) + (predictions[filter] ?? 0)
    }
  }
  return rows
}

function predictPaeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)]
  if (a <= b && a <= c) return left
  return b <= c ? up : corner
}
