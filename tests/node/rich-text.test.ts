import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { readRichText } from '../../domain/rich-text/read-rich-text.ts'
import { type Edit, makeLink, toggleList, toggleMark } from '../../web/ui/mark-up.ts'
import { RichText } from '../../web/ui/rich-text.tsx'

const draw = (markdown: string) =>
  renderToStaticMarkup(createElement(RichText, { tree: readRichText(markdown) })).replace(/ class="[^"]*"/g, '')

describe('rich text on the page', () => {
  it('is elements of ours', () => {
    expect(draw('# Hi\nBring **water *now***, see [the *map*](https://a.test/).\n\n- one\n\n  3. three\n  4. four\n- two')).toBe(
      '<div><h3>Hi</h3><p>Bring <strong>water </strong><strong><em>now</em></strong>, see ' +
        '<a href="https://a.test/" target="_blank" rel="noopener nofollow ugc">the <em>map</em></a>.</p>' +
        '<ul><li>one<ol start="3"><li>three</li><li>four</li></ol></li><li>two</li></ul></div>',
    )
  })

  it('makes no element of anyone’s HTML and no link of a script', () => {
    const html = draw(
      '<img src=x onerror=alert(1)> [x](javascript:alert(1)) <svg/onload=alert(1)> ![y](data:text/html,z)\n\n<script>1</script>',
    )
    expect(html.match(/<\w+/g)).toEqual(['<div', '<p', '<p'])
    expect(html).toContain('&lt;script&gt;1&lt;/script&gt;')
  })
})

/** What is typed, with the selection as ⟨ and ⟩. */
function edit(shown: string, change: (draft: { text: string; start: number; end: number }) => Edit): string {
  const start = shown.indexOf('⟨')
  const end = shown.indexOf('⟩') - 1
  const text = shown.replace(/[⟨⟩]/g, '')
  const made = change({ text, start, end })
  const after = text.slice(0, made.from) + made.insert + text.slice(made.to)
  return `${after.slice(0, made.start)}⟨${after.slice(made.start, made.end)}⟩${after.slice(made.end)}`
}

describe('marking up', () => {
  const bold = (shown: string) => edit(shown, (draft) => toggleMark(draft, '**'))
  const italic = (shown: string) => edit(shown, (draft) => toggleMark(draft, '*'))
  const list = (shown: string) => edit(shown, toggleList)
  const link = (shown: string) => edit(shown, makeLink)

  it('puts marks around words and takes them away', () => {
    expect(bold('a ⟨b⟩ c')).toBe('a **⟨b⟩** c')
    expect(bold('a **⟨b⟩** c')).toBe('a ⟨b⟩ c')
    expect(bold('a ⟨**b**⟩ c')).toBe('a ⟨b⟩ c')
    expect(bold('a ⟨ b ⟩c')).toBe('a  **⟨b⟩** c')
    expect(bold('a ⟨⟩')).toBe('a **⟨⟩**')
    expect(bold('a **⟨⟩**')).toBe('a ⟨⟩')
    expect(italic('**⟨b⟩**')).toBe('***⟨b⟩***')
    expect(italic('***⟨b⟩***')).toBe('**⟨b⟩**')
    expect(bold('***⟨b⟩***')).toBe('*⟨b⟩*')
    expect(italic('⟨*b*⟩')).toBe('⟨b⟩')
  })

  it('makes lists of lines and lines of lists', () => {
    expect(list('a\nb⟨⟩\nc')).toBe('a\n- b⟨⟩\nc')
    expect(list('a\n- b⟨⟩\nc')).toBe('a\nb⟨⟩\nc')
    expect(list('a⟨b\n\nc⟩d\ne')).toBe('⟨- ab\n\n- cd⟩\ne')
    expect(list('⟨- ab\n- cd⟩')).toBe('⟨ab\ncd⟩')
    expect(list('⟨⟩')).toBe('- ⟨⟩')
  })

  it('makes a link of words, or of an address', () => {
    expect(link('see ⟨the map⟩.')).toBe('see [the map](⟨https://⟩).')
    expect(link('see ⟨https://a.test/⟩')).toBe('see [⟨⟩](https://a.test/)')
    expect(link('⟨⟩')).toBe('[](⟨https://⟩)')
  })
})
