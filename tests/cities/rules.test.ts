import { describe, expect, it } from 'vitest'
import type { CitySource } from '../../domain/cities/contract.ts'
import { buildCityIndex, foldCityText, listCityNames, listCitySearchTerms, maxCitiesShown } from '../../domain/cities/rules.ts'

const makeCity = (id: number, name: string, state: CitySource['state'], population: number): CitySource => ({
  ...{ id, name, state, population },
  ...{ lat: 30, lng: -97, timeZone: 'America/Chicago' },
})

describe('City text', () => {
  it.each([
    ['Cañon City', 'canon city'],
    ["Coeur d'Alene", 'coeur dalene'],
    ['St. Louis', 'st louis'],
    ['  Winston–Salem ', 'winston salem'],
    ['🎾', ''],
  ])('%s is folded to "%s"', (text, folded) => expect(foldCityText(text)).toBe(folded))

  it.each([
    ['aus', ['aus']],
    ['austin, tx', ['austin tx']],
    ['austin, tex', ['austin tex', 'austin tx']],
    ['Austin Texas', ['austin texas', 'austin tx']],
    ['portland, ma', ['portland ma', 'portland me', 'portland md', 'portland ma']],
    ['new york', ['new york']],
    ['buffalo new york', ['buffalo new york', 'buffalo ny']],
    ['washington, district of columbia', ['washington district of columbia', 'washington dc']],
    ['!!', []],
  ])('"%s" is looked up as %j', (typed, terms) => expect(listCitySearchTerms(typed)).toEqual(terms))

  it('finds a city by either spelling, by words inside its name and by its nickname', () => {
    const names = listCityNames(makeCity(1, 'East Saint Louis', 'IL', 26_000)).map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['east saint louis il', 'east st louis il', 'st louis il', 'louis il']))
    expect(listCityNames(makeCity(2, 'New York City', 'NY', 8e6)).map(({ name }) => name)).toContain('nyc ny')
  })
})

describe('The city index', () => {
  it('keeps only the larger of two cities with the same label', () => {
    const index = buildCityIndex([
      makeCity(1, 'Centerville', 'TX', 1000),
      makeCity(2, 'Centerville', 'TX', 2000),
      makeCity(3, 'Centerville', 'UT', 500),
    ])
    expect(index.cities.map(({ id }) => id)).toEqual([2, 3])
  })

  it('has a stored answer for exactly the prefixes with more cities than are shown', () => {
    const many = Array.from({ length: maxCitiesShown + 1 }, (_, i) => makeCity(i + 1, `Spring${'abcdefghi'[i]}`, 'TX', 1000 + i))
    const index = buildCityIndex([...many, makeCity(99, 'Marfa', 'TX', 1800)])
    expect(index.prefixes.map(({ prefix }) => prefix)).toEqual(['s', 'sp', 'spr', 'spri', 'sprin', 'spring'])
    expect(index.prefixes[0]?.cities.map(({ id }) => id)).toEqual([9, 8, 7, 6, 5, 4, 3, 2])
  })
})
