import { expect, it } from 'vitest'
import { findGameLinks } from '../../domain/messages/game-links.ts'

const hosts = ['gather.example', 'localhost:5173']
const find = (text: string) => findGameLinks(text, hosts)

it('finds the games to which a text links, by each of their addresses', () => {
  expect(find('Who comes? https://gather.example/evt/sunrise.')).toEqual(['sunrise'])
  expect(find('https://gather.example/discover/events/sunrise?from=mail#people')).toEqual(['sunrise'])
  expect(find('(http://localhost:5173/discover/games/V1StGXR8_Z5jdHi6B-myT/)')).toEqual(['V1StGXR8_Z5jdHi6B-myT'])
})

it('finds each game once, and the first two of many', () => {
  const link = (id: string) => `https://gather.example/evt/${id}`
  expect(find(`${link('one')} ${link('one')} https://gather.example/discover/events/one ${link('two')} ${link('three')}`)).toEqual([
    'one',
    'two',
  ])
})

it.each([
  ['another site whose name begins like ours', 'https://gather.example.evil.com/evt/sunrise'],
  ['another site whose name ends like ours', 'https://evil-gather.example/evt/sunrise'],
  ['a user name that looks like our host', 'https://gather.example@evil.com/evt/sunrise'],
  ['our host in the path of another site', 'https://evil.com/gather.example/evt/sunrise'],
  ['our host in the query of another site', 'https://evil.com/?to=https://gather.example/evt/sunrise'],
  ['another port', 'https://localhost:5174/evt/sunrise'],
  ['letters that look like ours', 'https://gаther.example/evt/sunrise'],
  ['another page', 'https://gather.example/team/sunrise'],
  ['a page of the hosts', 'https://gather.example/discover/events/sunrise/manage'],
  ['an id that no game has', 'https://gather.example/evt/sun%2Frise'],
  ['an address without a scheme', 'gather.example/evt/sunrise'],
  ['no address', 'See you at 7'],
])('does not take %s for a game', (_, text) => expect(find(text)).toEqual([]))
