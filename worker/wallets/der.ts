// Writes and reads DER, the encoding of certificates and signatures: a tag, a length and the content, which can be nested.

export type Bytes = Uint8Array<ArrayBuffer>

export const tags = {
  integer: 0x02,
  octets: 0x04,
  nothing: 0x05,
  oid: 0x06,
  utcTime: 0x17,
  sequence: 0x30,
  set: 0x31,
  context0: 0xa0,
} as const

export function concat(...parts: readonly Uint8Array[]): Bytes {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

function writeLength(length: number): number[] {
  if (length < 128) return [length]
  const digits: number[] = []
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) digits.unshift(rest % 256)
  return [0x80 + digits.length, ...digits]
}

export function writeDer(tag: number, ...parts: readonly Uint8Array[]): Bytes {
  const content = concat(...parts)
  return concat(Uint8Array.of(tag, ...writeLength(content.length)), content)
}

export const writeSequence = (...parts: readonly Uint8Array[]): Bytes => writeDer(tags.sequence, ...parts)

/** DER sorts the elements of a set by their bytes. */
export const writeSet = (...parts: readonly Uint8Array[]): Bytes => writeDer(tags.set, ...parts.toSorted(compareBytes))

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) if (a[i] !== b[i]) return (a[i] ?? 0) - (b[i] ?? 0)
  return a.length - b.length
}

/** "1.2.840.113549.1.7.2" */
export function writeOid(text: string): Bytes {
  const [first = 0, second = 0, ...others] = text.split('.').map(Number)
  const bytes = others.flatMap((part) => {
    const digits = [part % 128]
    for (let rest = Math.floor(part / 128); rest > 0; rest = Math.floor(rest / 128)) digits.unshift(128 + (rest % 128))
    return digits
  })
  return writeDer(tags.oid, Uint8Array.of(first * 40 + second, ...bytes))
}

/** "260521T140000Z" without the T. */
export const writeTime = (at: number): Bytes =>
  writeDer(tags.utcTime, new TextEncoder().encode(`${new Date(at).toISOString().slice(2, 19).replace(/[-:T]/g, '')}Z`))

type Element = { tag: number /** With its tag and length. */; whole: Bytes; content: Bytes }

/** Splits bytes into the elements that follow each other in them. */
export function readDer(bytes: Bytes): Element[] {
  const elements: Element[] = []
  for (let at = 0; at < bytes.length; ) {
    const [tag = 0, first = 0] = [bytes[at], bytes[at + 1]]
    const digits = first < 128 ? 0 : first - 128
    let length = digits === 0 ? first : 0
    for (let i = 0; i < digits; i++) length = length * 256 + (bytes[at + 2 + i] ?? 0)
    const start = at + 2 + digits
    const end = start + length
    if (end > bytes.length) throw new Error('The DER is cut off')
    elements.push({ tag, whole: bytes.slice(at, end), content: bytes.slice(start, end) })
    at = end
  }
  return elements
}
