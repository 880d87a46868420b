import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { readRichText } from '../../domain/rich-text/read-rich-text.ts'
import { makeLink, type TextEdit, toggleList, toggleMark } from '../../web/ui/markdown-edits.ts'
import { RichText } from '../../web/ui/rich-text.tsx'

const draw = (markdown: string) =>
  renderToStaticMarkup(createElement(RichText, { tree: readRichText(markdown) })).replace(/ class="[^"]*"/g, '')

describe('rich text on the page', () => {
  it('renders only our own elements', () => {
    expect(draw('# Hi\nBring **water *now***, see [the *map*](https://a.test/).\n\n- one\n\n  3. three\n  4. four\n- two')).toBe(
      '<div><h3>Hi</h3><p>Bring <strong>water </strong><strong><em>now</em></strong>, see ' +
        '<a href="https://a.test/" target="_blank" rel="noopener nofollow ugc">the <em>map</em></a>.</p>' +
        '<ul><li>one<ol start="3"><li>three</li><li>four</li></ol></li><li>two</li></ul></div>',
    )
  })

  it('renders no HTML of the user and no script links', () => {
    const html = draw(
      '<img src=x onerror=alert(1)> [x](javascript:alert(1)) <svg/onload=alert(1)> ![y](data:text/html,z)\n\n<script>1</script>',
    )
    expect(html.match(/<\w+/g)).toEqual(['<div', '<p', '<p'])
    expect(html).toContain('&lt;script&gt;1&lt;/script&gt;')
  })
})

/** Applies an edit to a text in which ⟨ and ⟩ mark the selection. */
function edit(marked: string, change: (state: { text: string; start: number; end: number }) => TextEdit): string {
  const start = marked.indexOf('⟨')
  const end = marked.indexOf('⟩') - 1
  const text = marked.replace(/[⟨⟩]/g, '')
  const result = change({ text, start, end })
  const newText = text.slice(0, result.from) + result.insert + text.slice(result.to)
  return `${newText.slice(0, result.start)}⟨${newText.slice(result.start, result.end)}⟩${newText.slice(result.end)}`
}

describe('formatting', () => {
  const bold = (marked: string) => edit(marked, (state) => toggleMark(state, '**'))
  const italic = (marked: string) => edit(marked, (state) => toggleMark(state, '*'))
  const list = (marked: string) => edit(marked, toggleList)
  const link = (marked: string) => edit(marked, makeLink)

  it('adds marks around the selection and removes them', () => {
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

  it('turns lines into list items and back', () => {
    expect(list('a\nb⟨⟩\nc')).toBe('a\n- b⟨⟩\nc')
    expect(list('a\n- b⟨⟩\nc')).toBe('a\nb⟨⟩\nc')
    expect(list('a⟨b\n\nc⟩d\ne')).toBe('⟨- ab\n\n- cd⟩\ne')
    expect(list('⟨- ab\n- cd⟩')).toBe('⟨ab\ncd⟩')
    expect(list('⟨⟩')).toBe('- ⟨⟩')
  })

  it('turns a text or an address into a link', () => {
    expect(link('see ⟨the map⟩.')).toBe('see [the map](⟨https://⟩).')
    expect(link('see ⟨https://a.test/⟩')).toBe('see [⟨⟩](https://a.test/)')
    expect(link('⟨⟩')).toBe('[](⟨https://⟩)')
  })
})
