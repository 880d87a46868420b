import { describe, expect, it } from 'vitest'
import { splitIntoNameWords, splitIntoSearchWords } from '../../domain/profiles/name-words.ts'

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
    expect(splitIntoNameWords(name)).toEqual(words)
  })

  it('can begin at any letter of a name that is written without spaces', () => {
    expect(splitIntoNameWords('山田太郎')).toEqual(['山田太郎', '田太郎', '太郎', '郎'])
    expect(splitIntoNameWords('김철수')).toEqual(['김철수', '철수', '수'])
    expect(splitIntoNameWords('さくら Ｌee')).toEqual(['さくら', 'lee', 'くら', 'ら'])
  })

  it('are limited in number and length', () => {
    expect(splitIntoNameWords('a b c d e f g h i j k l m n o p q r s t u v w x y z')).toHaveLength(16)
    expect(splitIntoNameWords('x'.repeat(300))).toEqual(['x'.repeat(32)])
    expect(splitIntoNameWords('🎾'.repeat(200))).toEqual(['🎾'])
    expect(splitIntoNameWords('山'.repeat(60)).length).toBeLessThanOrEqual(16)
    expect(splitIntoNameWords('\uD800')).toEqual(['\uFFFD'])
  })
})

describe('The words of a search', () => {
  it('are normalized like those of a name, with the longest first', () => {
    expect(splitIntoSearchWords('  RIV  mayá ')).toEqual(['maya', 'riv'])
    expect(splitIntoSearchWords('o’br')).toEqual(['obr'])
    expect(splitIntoSearchWords('太郎')).toEqual(['太郎'])
  })

  it('are at most three, without punctuation', () => {
    expect(splitIntoSearchWords('one two three four five')).toEqual(['three', 'four', 'five'])
    expect(splitIntoSearchWords('--, ! %')).toEqual([])
  })

  it('find a name even if they are longer than the stored word', () => {
    const [word = ''] = splitIntoSearchWords('x'.repeat(80))
    expect(splitIntoNameWords('x'.repeat(80))[0]?.startsWith(word)).toBe(true)
  })
})
