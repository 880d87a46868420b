import { expect, it } from 'vitest'
import { labelKeys } from '../../domain/forms/label-keys.ts'

it.each([
  ['Ana Lopez', { labelKey: 'ana lopez', lastWordKey: 'lopez' }],
  ['Ana  María\tLÓPEZ', { labelKey: 'ana  maria\tlopez', lastWordKey: 'lopez' }],
  ['Ana', { labelKey: 'ana', lastWordKey: null }],
  ['', { labelKey: '', lastWordKey: null }],
])('A label is found by its beginning and its last word: %j', (label, keys) => expect(labelKeys(label)).toEqual(keys))
