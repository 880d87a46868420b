import { describe, expect, it } from 'vitest'
import { quickReactions } from '../../domain/messages/contract.ts'
import { isOneEmoji } from '../../domain/messages/emoji.ts'

describe('one emoji', () => {
  it.each([...quickReactions, '🏓', '👩🏽‍❤️‍💋‍👨🏿', '🇺🇸', '1️⃣', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'])('is %s', (text) => expect(isOneEmoji(text)).toBe(true))
  it.each(['', 'a', '1', '12', '👍👍', '👍 ', 'ok👍', '🇺', '<b>', '\u200d'])('is not "%s"', (text) => expect(isOneEmoji(text)).toBe(false))
})
