/** Names of characters that stand in titles of pages. Letters with an accent are not listed: their names are made of two parts. */
const characters: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', shy: '' },
  ...{
    ndash: '–',
    mdash: '—',
    hellip: '…',
    lsquo: '‘',
    rsquo: '’',
    ldquo: '“',
    rdquo: '”',
    laquo: '«',
    raquo: '»',
    sbquo: '‚',
    bdquo: '„',
  },
  ...{ bull: '•', middot: '·', copy: '©', reg: '®', trade: '™', deg: '°', times: '×', euro: '€', pound: '£', yen: '¥', cent: '¢' },
  ...{
    szlig: 'ß',
    oslash: 'ø',
    Oslash: 'Ø',
    aelig: 'æ',
    AElig: 'Æ',
    oelig: 'œ',
    OElig: 'Œ',
    iquest: '¿',
    iexcl: '¡',
    rarr: '→',
    larr: '←',
  },
}

/** Marks that join the letter before them. */
const accents: Readonly<Record<string, string>> = {
  ...{ grave: '\u0300', acute: '\u0301', circ: '\u0302', tilde: '\u0303', uml: '\u0308', ring: '\u030A', caron: '\u030C', cedil: '\u0327' },
}

/** Reads `&amp;`, `&#8217;` and their like. A name that we do not know stays as it is written. */
export const decodeEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi, (written, decimal?: string, hex?: string, name = '') => {
    if (decimal !== undefined) return readCode(Number(decimal))
    return hex !== undefined ? readCode(Number.parseInt(hex, 16)) : (readName(name) ?? written)
  })

/** The parser of HTML replaces what is no character in the same way. */
const readCode = (code: number): string => (code === 0 || code > 0x10ffff ? '\uFFFD' : String.fromCodePoint(code))

function readName(name: string): string | undefined {
  if (Object.hasOwn(characters, name)) return characters[name]
  const [letter = '', accent] = [name.slice(0, 1), name.slice(1)]
  return Object.hasOwn(accents, accent) ? `${letter}${accents[accent]}`.normalize('NFC') : undefined
}
