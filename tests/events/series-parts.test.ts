import { expect, it } from 'vitest'
import { listPartsToWrite } from '../../domain/events/event-parts.ts'

it.each([
  ['what it has in common with the others', ['title', 'where'], [], false, ['title', 'where']],
  ['nothing that it has of its own', ['title', 'where'], ['where', 'levels'], false, ['title']],
  ['no part of its start, if it has its own day or time', ['day', 'time', 'title'], ['time'], false, ['title']],
  [
    'also what it has of its own, if the host wants that',
    ['day', 'time', 'where'],
    ['time', 'where', 'levels'],
    true,
    ['day', 'time', 'where'],
  ],
] as const)('A change of a series writes to another date %s', (_, changed, own, overwritesOwn, written) => {
  expect(listPartsToWrite(changed, own, overwritesOwn)).toEqual(written)
})
