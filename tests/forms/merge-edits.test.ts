import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fieldsPart, isSameValue, mergeEdits } from '../../domain/merge-edits.ts'

type Place = { name: string; fee: string; tags: string[]; lat: number; lng: number; version: number }

const pin = fieldsPart<Place>(['lat', 'lng'])
const name = fieldsPart<Place>(['name'])
const fee = fieldsPart<Place>(['fee'])
const tags = fieldsPart<Place>(['tags'])
const parts = [name, fee, tags, pin]

const base: Place = { name: 'Courts', fee: '', tags: ['a'], lat: 1, lng: 1, version: 1 }

describe('Two edits of the same thing', () => {
  it.each([
    ['a field that only they changed', { fee: '$3' }, {}, { fee: '$3' }, [], [fee]],
    ['a field that only I changed', {}, { fee: '$5' }, { fee: '$5' }, [], []],
    ['different fields', { name: 'Field' }, { fee: '$5' }, { name: 'Field', fee: '$5' }, [], [name]],
    ['the same change', { tags: ['a', 'b'] }, { tags: ['a', 'b'] }, { tags: ['a', 'b'] }, [], []],
    ['a field that they emptied', { tags: [] }, { name: 'Field' }, { tags: [], name: 'Field' }, [], [tags]],
    ['the same field', { name: 'Field', fee: '$3' }, { fee: '$5' }, { name: 'Field', fee: '$5' }, [fee], [name]],
    ['two halves of one part', { lat: 2 }, { lng: 2 }, { lng: 2 }, [pin], []],
    ['a space behind a text', { name: 'Field' }, { name: 'Courts ' }, { name: 'Field' }, [], [name]],
  ])('with %s', (_, theirs, mine, merged, collisions, incoming) => {
    const result = mergeEdits(parts, { base, mine: { ...base, ...mine }, theirs: { ...base, ...theirs, version: 2 } })
    expect(result.merged).toEqual({ ...base, ...merged, version: 2 })
    expect(result.collisions).toEqual(collisions)
    expect(result.incoming).toEqual(incoming)
  })

  it('collide wherever they differ if nobody knows what they started from', () => {
    const result = mergeEdits(parts, { base: null, mine: { ...base, fee: '$5' }, theirs: { ...base, version: 2 } })
    expect(result).toEqual({ merged: { ...base, fee: '$5', version: 2 }, collisions: [fee], incoming: [] })
  })
})

describe('Any two edits', () => {
  const text = fc.constantFrom('', 'a', 'b', 'c')
  const number = fc.integer({ min: 0, max: 2 })
  const anyPlace = fc.record<Place>({
    name: text,
    fee: text,
    tags: fc.uniqueArray(text, { maxLength: 2 }),
    lat: number,
    lng: number,
    version: fc.constant(1),
  })
  const check = (rule: (edits: { base: Place; mine: Place; theirs: Place }) => void) =>
    fc.assert(fc.property(anyPlace, anyPlace, anyPlace, (start, mine, theirs) => rule({ base: start, mine, theirs })))

  it('keep every change of either side that does not collide', () => {
    check((edits) => {
      const { merged, collisions } = mergeEdits(parts, edits)
      for (const part of parts) {
        const [before, own, other, both] = [edits.base, edits.mine, edits.theirs, merged].map(part.valueOf)
        if (!isSameValue(own, before)) expect(both).toEqual(own)
        else expect(both).toEqual(other)
        expect(collisions.includes(part)).toBe([own, other].every((value) => !isSameValue(value, before)) && !isSameValue(own, other))
      }
    })
  })

  it('give the same result from both sides, except where they collide', () => {
    check(({ base: start, mine, theirs }) => {
      const [here, there] = [
        mergeEdits(parts, { base: start, mine, theirs }),
        mergeEdits(parts, { base: start, mine: theirs, theirs: mine }),
      ]
      expect(there.collisions).toEqual(here.collisions)
      for (const part of parts) if (!here.collisions.includes(part)) expect(part.valueOf(here.merged)).toEqual(part.valueOf(there.merged))
    })
  })

  it('give the same result when they are merged twice', () => {
    check((edits) => {
      const once = mergeEdits(parts, edits)
      expect(mergeEdits(parts, { ...edits, mine: once.merged })).toMatchObject({ merged: once.merged, collisions: once.collisions })
      // After the person has seen the merge, it is an edit of the saved values and nothing collides.
      expect(mergeEdits(parts, { ...edits, base: edits.theirs, mine: once.merged })).toEqual({
        merged: once.merged,
        collisions: [],
        incoming: [],
      })
    })
  })
})
