import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { MessageText } from '../../domain/messages/contract.ts'
import { cutText, listMentioned, maxMentions, mentionOf, splitMentions, writePlain } from '../../domain/messages/mentions.ts'

const id = fc.stringMatching(/^[\w-]{1,64}$/)
const words = fc.oneof(fc.string(), fc.constantFrom('<@', '>', '@', '<@>', '<@ x>', '<<@a', '@someone', '😀'))
const text = fc.array(fc.oneof(words, id.map(mentionOf)), { maxLength: 12 }).map((parts) => parts.join(''))

describe('Mentions in a text', () => {
  it('read as the names that people have now', () => {
    const names = new Map([['dana', 'Dana Lopez']])
    const write = (words: string) => writePlain(words, (userId) => names.get(userId))
    expect(write('Ask <@dana>, or <@gone>!')).toBe('Ask @Dana Lopez, or @someone!')
    expect(write('a <@ dana> <@dana b@c> <@>')).toBe('a <@ dana> <@dana b@c> <@>')
    names.set('dana', '<@gone>')
    expect(write('<@dana>')).toBe('@<@gone>')
  })

  it('are each listed once', () => {
    expect(listMentioned('<@a> <@b> <@a><@c')).toEqual(['a', 'b'])
    expect(listMentioned('nobody@example.com')).toEqual([])
  })

  it('cut a text into pieces that make it up again', () => {
    fc.assert(
      fc.property(text, (whole) => {
        const pieces = splitMentions(whole)
        expect(pieces.map((piece) => piece.text).join('')).toBe(whole)
        expect(pieces.flatMap(({ userId }) => userId ?? [])).toEqual([...whole.matchAll(/<@([\w-]{1,64})>/g)].map((found) => found[1]))
        expect(pieces.every((piece) => piece.text !== '')).toBe(true)
      }),
    )
  })

  it('stay whole where a text is cut', () => {
    expect(cutText('Hello <@dana>', 13)).toBe('Hello <@dana>')
    expect(cutText('Hello <@dana>', 12)).toBe('Hello ')
    expect(cutText('Hello', 3)).toBe('Hel')
    fc.assert(
      fc.property(text, fc.nat(80), (whole, max) => {
        const start = cutText(whole, max)
        expect(start.length).toBeLessThanOrEqual(max)
        expect(whole.startsWith(start)).toBe(true)
        const all = splitMentions(whole).flatMap(({ userId }) => userId ?? [])
        const kept = splitMentions(start).flatMap(({ userId }) => userId ?? [])
        expect(kept).toEqual(all.slice(0, kept.length))
        const next = splitMentions(whole.slice(start.length))[0]
        // Only a mention that does not fit, and what is beyond the limit, is left out.
        if (start !== whole) expect(next?.userId !== null || start.length === max).toBe(true)
      }),
    )
  })

  it('are of at most 20 people in a message', () => {
    const mention = (count: number) => Array.from({ length: count }, (_, index) => mentionOf(`person-${index}`)).join('')
    expect(v.is(MessageText, mention(maxMentions) + mentionOf('person-0'))).toBe(true)
    expect(v.is(MessageText, mention(maxMentions + 1))).toBe(false)
  })
})
