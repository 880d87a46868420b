import { describe, expect, it } from 'vitest'
import { nameWords, searchWords } from '../../domain/profiles/name-words.ts'

describe('The words of a name', () => {
  it.each([
    ['Maya Rivera', ['maya', 'rivera']],
    ['  José   ÁLVAREZ ', ['jose', 'alvarez']],
    ['Zoë Müller-Lüdenscheidt', ['zoe', 'muller', 'ludenscheidt']],
    ['Łukasz Straße Øster', ['lukasz', 'strasse', 'oster']],
    ['İbrahim Işık', ['ibrahim', 'isik']],
    ['Siobhán O’Brien', ['siobhan', 'obrien']],
    ['J.R. Smith Jr.', ['jr', 'smith']],
    ['Ｍａｙａ', ['maya']],
    ['Ace 🎾', ['ace', '🎾']],
    ['👍🏽👍', ['👍']],
    ['👨‍👩‍👧', ['👨', '👩', '👧']],
    ['🇺🇸', ['🇺🇸']],
    ['מַיָה לוי', ['מיה', 'לוי']],
    ['مُحَمَّد أحمد', ['محمد', 'احمد']],
    ['प्रिया', ['प्रिया']],
    ['Tranh Nguyễn', ['tranh', 'nguyen']],
    ['7th Street Mike', ['7th', 'street', 'mike']],
  ])('of %s', (name, words) => {
    expect(nameWords(name)).toEqual(words)
  })

  it('begin anywhere in a name that is written without spaces', () => {
    expect(nameWords('山田太郎')).toEqual(['山田太郎', '田太郎', '太郎', '郎'])
    expect(nameWords('김철수')).toEqual(['김철수', '철수', '수'])
    expect(nameWords('さくら Ｌee')).toEqual(['さくら', 'lee', 'くら', 'ら'])
  })

  it('are few and short, whatever the name', () => {
    expect(nameWords('a b c d e f g h i j k l m n o p q r s t u v w x y z')).toHaveLength(16)
    expect(nameWords('x'.repeat(300))).toEqual(['x'.repeat(32)])
    expect(nameWords('🎾'.repeat(200))).toEqual(['🎾'])
    expect(nameWords('山'.repeat(60)).length).toBeLessThanOrEqual(16)
    expect(nameWords('\uD800')).toEqual(['\uFFFD'])
  })
})

describe('The words of a search', () => {
  it('are folded like those of a name, the longest first', () => {
    expect(searchWords('  RIV  mayá ')).toEqual(['maya', 'riv'])
    expect(searchWords('o’br')).toEqual(['obr'])
    expect(searchWords('太郎')).toEqual(['太郎'])
  })

  it('are at most three, and none for signs that no name is made of', () => {
    expect(searchWords('one two three four five')).toEqual(['three', 'four', 'five'])
    expect(searchWords('--, ! %')).toEqual([])
  })

  it('that are longer than what is kept still find the name', () => {
    const [word = ''] = searchWords('x'.repeat(80))
    expect(nameWords('x'.repeat(80))[0]?.startsWith(word)).toBe(true)
  })
})
