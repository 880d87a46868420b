import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { RichText, type Run } from '../../domain/rich-text/contract.ts'
import { toPlainLines, toPlainText } from '../../domain/rich-text/plain-text.ts'
import { readRichText } from '../../domain/rich-text/read-rich-text.ts'

/** The runs of all blocks. */
const readRuns = (markdown: string): Run[] =>
  readRichText(markdown).flatMap((block) => (block.kind === 'list' ? block.items.flatMap(({ runs }) => runs) : block.runs))
const readLinks = (markdown: string) => readRuns(markdown).flatMap(({ href }) => (href ? [href] : []))
const readText = (markdown: string) => toPlainText(readRichText(markdown), 100_000)

describe('Rich text', () => {
  it('supports bold, italic, links, lists, line breaks and headings', () => {
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

  it('turns pasted URLs into links, without the punctuation around them', () => {
    expect(readLinks('See https://a.test/x_y_z, (https://b.test/c) or https://en.wikipedia.org/wiki/Pickle_(ball).')).toEqual([
      'https://a.test/x_y_z',
      'https://b.test/c',
      'https://en.wikipedia.org/wiki/Pickle_(ball)',
    ])
    expect(readLinks('ahttps://a.test http:// https:')).toEqual([])
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
  ])('links only to web pages and email addresses, not for %s', (markdown) => {
    expect(readLinks(markdown)).toEqual([])
    expect(readText(markdown)).not.toBe('')
  })

  it('shows HTML as plain text', () => {
    const evil =
      '<img src=x onerror="alert(1)"> <b onclick=x()>bold</b>\n\n<script>alert(1)</script>\n\n<!-- note --> <a href="javascript:x">y</a>'
    const words = readText(evil)
    expect(words).toBe(
      '<img src=x onerror="alert(1)"> <b onclick=x()>bold</b> <script>alert(1)</script> <!-- note --> <a href="javascript:x">y</a>',
    )
    expect(readLinks(evil)).toEqual([])
  })

  it('keeps the text of Markdown syntax that is not supported', () => {
    expect(readText('> quoted\n\n    code\n\n```js\nx()\n```\n\nTitle\n---\n\n![Our court](https://a.test/c.png)')).toBe(
      '> quoted code ```js x() ``` Title Our court',
    )
    expect(readRichText('Title\n---')).toEqual([{ kind: 'paragraph', runs: [{ text: 'Title' }] }])
  })

  it('limits nested lists to three levels', () => {
    const deep = Array.from({ length: 100 }, (_, depth) => `${'  '.repeat(depth)}- level ${depth}`).join('\n')
    const [list] = readRichText(deep)
    const depths = list?.kind === 'list' ? list.items.map(({ depth }) => depth) : []
    expect(depths).toHaveLength(100)
    expect(depths.slice(0, 4)).toEqual([1, 2, 3, 3])
    expect(Math.max(...depths)).toBe(3)
  })

  const extremeInputs: Record<string, string> = {
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

  it.each(Object.entries(extremeInputs))('is parsed quickly even for extreme input: %s', (_, markdown) => {
    const started = performance.now()
    const tree = readRichText(markdown)
    expect(performance.now() - started).toBeLessThan(1500)
    expect(v.is(RichText, tree)).toBe(true)
    expect(toPlainText(tree, 30_000)).toContain('deep')
  })

  it('is read up to 20,000 characters', () => {
    expect(readText(`${'word '.repeat(4000)}END`)).not.toContain('END')
    expect(readText('word '.repeat(3999)).split(' ')).toHaveLength(3999)
  })

  it('keeps all marks of a paragraph with very many marks as text', () => {
    const crowd = 'f**k [x] _'.repeat(100)
    expect(readRuns(crowd)).toEqual([{ text: crowd }])
    expect(readLinks(`${crowd}\n\n[a](https://a.test/)`)).toEqual(['https://a.test/'])
    expect(readRichText(Array.from({ length: 300 }, (_, index) => `* **${index}**`).join('\n'))).toMatchObject([
      { kind: 'list', items: { length: 300 } },
    ])
  })
})

describe('Plain text', () => {
  const tree = readRichText(
    '# Rules\nBe **kind** to\nothers.\n\n- water\n- [map](https://a.test/map)\n\nSee https://a.test or [us](mailto:hi@a.test).',
  )

  it('is one line, cut off at the end of a word', () => {
    expect(toPlainText(tree, 200)).toBe('Rules Be kind to others. water · map See https://a.test or us.')
    expect(toPlainText(tree, 24)).toBe('Rules Be kind to others…')
    expect(toPlainText(tree, 31)).toBe('Rules Be kind to others. water…')
    expect(toPlainText(readRichText('👨‍👩‍👧'.repeat(30)), 10)).toBe(`${'👨‍👩‍👧'.repeat(9)}…`)
    expect(toPlainText([], 10)).toBe('')
  })

  it('keeps line breaks and URLs for calendars and email', () => {
    expect(toPlainLines(tree)).toBe(
      'Rules\n\nBe kind to\nothers.\n\n- water\n- map (https://a.test/map)\n\nSee https://a.test or us (hi@a.test).',
    )
  })
})
