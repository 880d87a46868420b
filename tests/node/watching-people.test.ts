import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { askSocket, hearWatched, startWatching, stopWatching, watchPerson } from '../../web/presence/watching.ts'

const sent: string[][] = []
const open = () =>
  startWatching((userIds) => {
    sent.push([...userIds])
    return true
  })
const ends: (() => void)[] = []
const show = (userId: string) => {
  const end = watchPerson(userId)
  ends.push(end)
  return end
}
const online = (since: number) => ({ online: true, since })
const nextTurn = () => Promise.resolve()

beforeEach(() => void vi.useFakeTimers())

afterEach(async () => {
  for (const end of ends.splice(0)) end()
  stopWatching()
  await nextTurn()
  sent.length = 0
  vi.useRealTimers()
})

describe('people on the screen', () => {
  it('are watched in one frame, each once, and again when the socket was lost', async () => {
    open()
    show('anna')
    show('ben')
    const endSecond = show('anna')
    await nextTurn()
    expect(sent).toEqual([['anna', 'ben']])
    endSecond()
    await nextTurn()
    expect(sent.at(-1)).toEqual(['anna', 'ben'])
    stopWatching()
    open()
    await nextTurn()
    expect(sent.at(-1)).toEqual(['anna', 'ben'])
  })

  it('are said by the socket, and asked for only without one', async () => {
    show('anna')
    expect(await askSocket('anna')).toBeUndefined()
    open()
    const answer = askSocket('anna')
    hearWatched([{ userId: 'anna', presence: online(5) }])
    expect(await answer).toEqual(online(5))
    expect(await askSocket('anna')).toEqual(online(5))
    stopWatching()
    expect(await askSocket('anna')).toBeUndefined()
  })

  it('are asked for if the socket does not answer, because too many watch them', async () => {
    open()
    show('star')
    const answer = askSocket('star')
    await vi.advanceTimersByTimeAsync(3000)
    expect(await answer).toBeUndefined()
  })

  it('stay as they were when an older word arrives late', () => {
    open()
    show('anna')
    expect(hearWatched([{ userId: 'anna', presence: { online: false, since: 9 } }])).toHaveLength(1)
    expect(hearWatched([{ userId: 'anna', presence: online(5) }])).toEqual([])
    expect(hearWatched([{ userId: 'anna', presence: null }])).toHaveLength(1)
  })
})
