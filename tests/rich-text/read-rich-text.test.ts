import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { RichText, type Run } from '../../domain/rich-text/contract.ts'
import { plainLinesOf, plainTextOf } from '../../domain/rich-text/plain-text.ts'
import { readRichText } from '../../domain/rich-text/read-rich-text.ts'

/** The runs of all blocks. */
const runsOf = (markdown: string): Run[] =>
  readRichText(markdown).flatMap((block) => (block.kind === 'list' ? block.items.flatMap(({ runs }) => runs) : block.runs))
const linksOf = (markdown: string) => runsOf(markdown).flatMap(({ href }) => (href ? [href] : []))
const wordsOf = (markdown: string) => plainTextOf(readRichText(markdown), 100_000)

describe('what a person wrote', () => {
  it('is read as words, bold, italic, links, lists, line breaks and headings', () => {
    const tree = readRichText(
      '# Before you come\nBring **water** and *two **balls***.\nCourt 3  \nor 4.\n\n- one\n- two\n  1. three\n  2. four\n\n[Map](https://a.test/map?x=1) · <mailto:maya@a.test>',
    )
    expect(tree).toEqual([
      { kind: 'heading', runs: [{ text: 'Before you come' }] },
      {
        kind: 'paragraph',
        runs: [
          { text: 'Bring ' },
          { text: 'water', isBold: true },
          { text: ' and ' },
          { text: 'two ', isItalic: true },
          { text: 'balls', isItalic: true, isBold: true },
          { text: '.\nCourt 3\nor 4.' },
        ],
      },
      {
        kind: 'list',
        items: [
          { depth: 1, number: null, runs: [{ text: 'one' }] },
          { depth: 1, number: null, runs: [{ text: 'two' }] },
          { depth: 2, number: 1, runs: [{ text: 'three' }] },
          { depth: 2, number: 2, runs: [{ text: 'four' }] },
        ],
      },
      {
        kind: 'paragraph',
        runs: [
          { text: 'Map', href: 'https://a.test/map?x=1' },
          { text: ' · ' },
          { text: 'mailto:maya@a.test', href: 'mailto:maya@a.test' },
        ],
      },
    ])
    expect(v.is(RichText, tree)).toBe(true)
  })

  it('has its pasted addresses as links, without the sentence around them', () => {
    expect(linksOf('See https://a.test/x_y_z, (https://b.test/c) or https://en.wikipedia.org/wiki/Pickle_(ball).')).toEqual([
      'https://a.test/x_y_z',
      'https://b.test/c',
      'https://en.wikipedia.org/wiki/Pickle_(ball)',
    ])
    expect(linksOf('ahttps://a.test http:// https:')).toEqual([])
  })

  it.each([
    '[a](javascript:alert(1))',
    '[a](JaVaScRiPt:alert(1))',
    '[a](&#106;avascript:alert(1))',
    '[a](java\tscript:alert(1))',
    '[a](<java\nscript:alert(1)>)',
    '[a]( \u0001javascript:alert(1))',
    '[a](data:text/html;base64,PHNjcmlwdD4=)',
    '[a](vbscript:x)',
    '[a](file:///etc/passwd)',
    '[a](/settings)',
    '[a](//evil.test)',
    '[a](evil.test)',
    '[a](https://bank.test@evil.test/)',
    '[a](https://bank.test:pass@evil.test/)',
    '[a](http://)',
    '<javascript:alert(1)>',
    '![a](javascript:alert(1))',
    '![a](https://a.test/track.png)',
    '[a][b]\n\n[b]: javascript:alert(1)',
  ])('links nowhere but to pages and mailboxes: %s', (markdown) => {
    expect(linksOf(markdown)).toEqual([])
    expect(wordsOf(markdown)).not.toBe('')
  })

  it('has HTML as the words it is, whatever it tries', () => {
    const evil =
      '<img src=x onerror="alert(1)"> <b onclick=x()>bold</b>\n\n<script>alert(1)</script>\n\n<!-- note --> <a href="javascript:x">y</a>'
    const words = wordsOf(evil)
    expect(words).toBe(
      '<img src=x onerror="alert(1)"> <b onclick=x()>bold</b> <script>alert(1)</script> <!-- note --> <a href="javascript:x">y</a>',
    )
    expect(linksOf(evil)).toEqual([])
  })

  it('keeps the words of what we do not offer', () => {
    expect(wordsOf('> quoted\n\n    code\n\n```js\nx()\n```\n\nTitle\n---\n\n![Our court](https://a.test/c.png)')).toBe(
      '> quoted code ```js x() ``` Title Our court',
    )
    expect(readRichText('Title\n---')).toEqual([{ kind: 'paragraph', runs: [{ text: 'Title' }] }])
  })

  it('keeps lists to three floors', () => {
    const deep = Array.from({ length: 100 }, (_, depth) => `${'  '.repeat(depth)}- floor ${depth}`).join('\n')
    const [list] = readRichText(deep)
    const depths = list?.kind === 'list' ? list.items.map(({ depth }) => depth) : []
    expect(depths).toHaveLength(100)
    expect(depths.slice(0, 4)).toEqual([1, 2, 3, 3])
    expect(Math.max(...depths)).toBe(3)
  })

  const mess: Record<string, string> = {
    quotes: `${'>'.repeat(5000)} deep`,
    'quotes with spaces': `${'> '.repeat(5000)}deep`,
    bullets: `${'- '.repeat(9900)}deep`,
    'bullets in bullets': Array.from({ length: 140 }, (_, depth) => `${'  '.repeat(depth)}- deep`).join('\n'),
    'mixed bullets': `${'+ * - '.repeat(3300)}deep`,
    numbers: `${'1. '.repeat(6600)}deep`,
    stars: `${'*'.repeat(5000)}deep${'*'.repeat(5000)}`,
    'stars and words': `${'a*'.repeat(9_990)}deep`,
    'stars and lines': `deep ${'*_'.repeat(4000)}a${'_*'.repeat(4000)}`,
    brackets: `${'['.repeat(9000)}deep${']'.repeat(9000)}`,
    'half links': `${'[a]('.repeat(4900)}deep`,
    'half pictures': `${'!['.repeat(9000)}deep`,
    'angle brackets': `${'<'.repeat(19_000)}deep`,
    'open tags': `${'<a '.repeat(6000)}deep`,
    backticks: Array.from({ length: 190 }, (_, count) => `${'`'.repeat(count)}deep`).join(''),
    entities: `${'&#x;&lt;'.repeat(2400)}deep`,
    backslashes: `${'\\'.repeat(19_000)}deep`,
    'escaped stars': `${'\\\\*a'.repeat(4900)}deep`,
    addresses: `${'https://a.test/ '.repeat(1200)}deep`,
    'one address': `deep https://a.test/${'('.repeat(9000)}${')'.repeat(9000)}`,
    'spaces and tabs': `deep${' \t'.repeat(9900)}`,
    'many paragraphs': 'deep\n\n*'.repeat(2400),
  }

  it.each(Object.entries(mess))('is read in a moment, be it %s', (_, markdown) => {
    const started = performance.now()
    const tree = readRichText(markdown)
    expect(performance.now() - started).toBeLessThan(1500)
    expect(v.is(RichText, tree)).toBe(true)
    expect(plainTextOf(tree, 30_000)).toContain('deep')
  })

  it('is read up to 20,000 characters and no further', () => {
    expect(wordsOf(`${'word '.repeat(4000)}END`)).not.toContain('END')
    expect(wordsOf('word '.repeat(3999)).split(' ')).toHaveLength(3999)
  })

  it('keeps each mark of a paragraph that is crowded with them', () => {
    const crowd = 'f**k [x] _'.repeat(100)
    expect(runsOf(crowd)).toEqual([{ text: crowd }])
    expect(linksOf(`${crowd}\n\n[a](https://a.test/)`)).toEqual(['https://a.test/'])
    expect(readRichText(Array.from({ length: 300 }, (_, index) => `* **${index}**`).join('\n'))).toMatchObject([
      { kind: 'list', items: { length: 300 } },
    ])
  })
})

describe('plain text', () => {
  const tree = readRichText(
    '# Rules\nBe **kind** to\nothers.\n\n- water\n- [map](https://a.test/map)\n\nSee https://a.test or [us](mailto:hi@a.test).',
  )

  it('is one line, cut at a word', () => {
    expect(plainTextOf(tree, 200)).toBe('Rules Be kind to others. water · map See https://a.test or us.')
    expect(plainTextOf(tree, 24)).toBe('Rules Be kind to others…')
    expect(plainTextOf(tree, 31)).toBe('Rules Be kind to others. water…')
    expect(plainTextOf(readRichText('👨‍👩‍👧'.repeat(30)), 10)).toBe(`${'👨‍👩‍👧'.repeat(9)}…`)
    expect(plainTextOf([], 10)).toBe('')
  })

  it('keeps its lines and addresses for calendars and mail', () => {
    expect(plainLinesOf(tree)).toBe(
      'Rules\n\nBe kind to\nothers.\n\n- water\n- map (https://a.test/map)\n\nSee https://a.test or us (hi@a.test).',
    )
  })
})
