/** Longer names are cut, and keep their ending. */
const maxLength = 100

/** Characters that a file system or a header would read as something else. */
const unsafeCharacters = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069\\/:*?"<>|]/gu

/**
 * A name under which a file may be saved. It ends with one of these extensions, so that a text cannot be saved as a program. The first
 * one is added to a name with another ending.
 */
export function makeSafeName(name: string, extensions: readonly string[]): string {
  const words = name
    .toWellFormed()
    .normalize('NFC')
    .replace(unsafeCharacters, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.]+|[\s.]+$/g, '')
  const ending = /\.([a-z0-9]{1,5})$/i.exec(words)?.[1] ?? ''
  const isKnown = extensions.includes(ending.toLowerCase())
  const base = isKnown ? words.slice(0, -ending.length - 1).trimEnd() : words
  const extension = isKnown ? ending : (extensions[0] ?? '')
  return `${[...base].slice(0, maxLength - extension.length - 1).join('') || 'file'}.${extension}`
}

/** Tells browsers to save a file under this name instead of opening it. */
export function makeAttachment(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
