import { type PdfLetters, writeOutline } from './pdf-letters.ts'

/** The characters of Windows-1252 that are not in Latin-1, at their codes from 0x80 on. An empty place has no character. */
const windowsCharacters = [...'€\0‚ƒ„…†‡ˆ‰Š‹Œ\0Ž\0\0‘’“”•–—˜™š›œ\0žŸ']

function codeOf(character: string): number | null {
  const code = character.codePointAt(0) ?? 0
  if ((code >= 0x20 && code <= 0x7e) || (code >= 0xa0 && code <= 0xff)) return code
  const index = character === '\0' ? -1 : windowsCharacters.indexOf(character)
  return index < 0 ? null : 0x80 + index
}

/** The codes of a text in the fonts that every reader of PDF has. Null if they do not have all of its letters. */
function encode(text: string): number[] | null {
  const codes = [...text].map(codeOf)
  return codes.every((code) => code !== null) ? codes : null
}

/** These fonts know only western letters. */
export const needsLetters = (text: string): boolean => encode(text) === null

const toHex = (codes: readonly number[]) => codes.map((code) => code.toString(16).padStart(2, '0')).join('')

/** `x` and `y` are in points, a seventy-second of an inch, from the bottom left of the page. */
export type PdfText = { x: number; y: number; size: number; isBold: boolean; text: string }

export const letterPage = { width: 612, height: 792 }

/** A font of our own has as many letters as one byte can name. */
const maxOwnLetters = 255

const readsAs = (letter: string) => letter.charCodeAt(0).toString(16).padStart(4, '0')

/** A font of the letters that a page uses, as outlines. `first` is the number of the first of its objects, which is the font. */
function writeOwnFont(used: readonly string[], letters: PdfLetters, first: number): string[] {
  const names = used.map((_, i) => `/g${i}`)
  const outlines = used.map((letter) => letters.get(letter) ?? { width: 0, path: '' })
  const [encoding, meanings, firstOutline] = [first + 1, first + 2, first + 3]
  const table = used.map((letter, i) => `<${toHex([i + 1])}> <${readsAs(letter)}>`)
  // A reader that copies the text reads here what each code means. A list has at most a hundred rows.
  const lists = Array.from({ length: Math.ceil(table.length / 100) }, (_, i) => table.slice(i * 100, (i + 1) * 100)).map(
    (rows) => `${rows.length} beginbfchar\n${rows.join('\n')}\nendbfchar`,
  )
  const map = `/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CMapType 2 def\n/CMapName /Own def\n1 begincodespacerange\n<00> <ff>\nendcodespacerange\n${lists.join('\n')}\nendcmap\nend\nend`
  return [
    `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 0 0] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 1 /LastChar ${used.length} /Widths [${outlines.map(({ width }) => width).join(' ')}] /CharProcs << ${names.map((name, i) => `${name} ${firstOutline + i} 0 R`).join(' ')} >> /Encoding ${encoding} 0 R /ToUnicode ${meanings} 0 R /Resources << >> >>`,
    `<< /Type /Encoding /Differences [1 ${names.join(' ')}] >>`,
    writeStream(map),
    ...outlines.map((outline) => writeStream(writeOutline(outline))),
  ]
}

const writeStream = (content: string) => `<< /Length ${content.length} >>\nstream\n${content}\nendstream`

/**
 * Writes a PDF with one page of text. The packages that write PDF are larger than a quarter of our Worker, and this needs only text in a font
 * that every reader has, and `letters` for a text that has others.
 */
export function writePdf(title: string, texts: readonly PdfText[], letters: PdfLetters): Uint8Array<ArrayBuffer> {
  const used = [...new Set(texts.filter(({ text }) => needsLetters(text)).flatMap(({ text }) => [...text]))].slice(0, maxOwnLetters)
  const drawn = texts.map(({ x, y, size, isBold, text }) => {
    const codes = encode(text)
    const own = () => [...text].map((letter) => used.indexOf(letter) + 1).filter((code) => code > 0)
    return `/${codes ? (isBold ? 'B' : 'R') : 'L'} ${size} Tf 1 0 0 1 ${x} ${y} Tm <${toHex(codes ?? own())}> Tj`
  })
  const content = `BT\n${drawn.join('\n')}\nET`
  const font = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`
  const ownFont = used.length > 0 ? writeOwnFont(used, letters, 8) : []
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /Lang (en-US) >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${letterPage.width} ${letterPage.height}] /Contents 4 0 R /Resources << /Font << /R 5 0 R /B 6 0 R${ownFont.length > 0 ? ' /L 8 0 R' : ''} >> >> >>`,
    writeStream(content),
    font('Helvetica'),
    font('Helvetica-Bold'),
    `<< /Title <${toHex(encode(title) ?? [])}> >>`,
    ...ownFont,
  ]
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const start = file.length
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 7 0 R >>\nstartxref\n${start}\n%%EOF\n`
  // All text is written as hexadecimal, so each character is one byte.
  return Uint8Array.from(file, (character) => character.charCodeAt(0))
}
