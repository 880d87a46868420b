import { describe, expect, it } from 'vitest'
import { type TeamChange, teamChangeKinds, teamFields } from '../../domain/teams/changes-contract.ts'
import { describeChange } from '../../domain/teams/describe-change.ts'

const dana = { id: 'dana', name: 'Dana', pictureUrl: null }
const jo = { id: 'jo', name: 'Jo', pictureUrl: null }
const write = (kind: TeamChange['kind'], more: Partial<TeamChange> = {}) =>
  describeChange({ kind, actor: dana, person: jo, oldRole: null, newRole: null, fields: null, guest: null, details: null, ...more })

describe('A change of a community in words', () => {
  it.each<[string, TeamChange['kind'], Partial<TeamChange>]>([
    ['Dana changed the name, the city, and the photo.', 'edited', { fields: ['name', 'city', 'photo'] }],
    ['Dana changed the community.', 'edited', { fields: [] }],
    ['Dana added Jo.', 'member-added', {}],
    ['Jo joined.', 'member-added', { actor: jo }],
    ['Jo left. Before: Captain.', 'member-left', { actor: jo, oldRole: 'captain' }],
    ['Dana removed Jo. Before: Member.', 'member-removed', { oldRole: 'member' }],
    ['Dana made Jo the treasurer. Before: Member.', 'role-changed', { oldRole: 'member', newRole: 'treasurer' }],
    ['Dana changed the title of Jo.', 'title-changed', { oldRole: 'member' }],
    ['Dana changed their own title.', 'title-changed', { person: dana }],
    ['Dana handed the community over to Jo.', 'handed-over', { newRole: 'owner' }],
    ['Our support made Jo the owner.', 'recovered', { actor: null }],
    ['Dana deleted the community.', 'deleted', {}],
    ['Dana brought the community back.', 'brought-back', {}],
    ['Dana hid a message of Jo.', 'message-hidden', {}],
    ['Dana showed a hidden message of Jo again.', 'message-shown', {}],
    ['Dana set how often people can write in a conversation.', 'slow-mode-on', {}],
    ['Dana ended slow mode in a conversation.', 'slow-mode-off', {}],
    ['Dana changed the details of Jo.', 'details-changed', {}],
    ['Dana changed their own details.', 'details-changed', { person: dana }],
    ['Dana added the guest Sam.', 'guest-added', { guest: 'Sam' }],
    ['Dana removed a guest.', 'guest-removed', {}],
    ['Dana added a guest from a file.', 'guests-imported', { details: { people: 1 } }],
    ['Dana added 250 guests from a file.', 'guests-imported', { details: { people: 250 } }],
    ['Dana deleted the season Fall.', 'season-deleted', { details: { season: 'Fall', results: 0 } }],
    ['Dana deleted the season Fall with 12 results.', 'season-deleted', { details: { season: 'Fall', results: 12 } }],
    ['Dana put Jo in Fall as a player of Red.', 'registered', { details: { season: 'Fall', part: 'player', group: 'Red' } }],
    ['Dana gave Jo seats in 1 game of Fall.', 'seats-given', { details: { season: 'Fall', people: 1, games: 1 } }],
    ['Dana gave the community the domain play.example.com.', 'domain-added', { details: { domain: 'play.example.com' } }],
    ['Dana took play.example.com away from the community.', 'domain-removed', { details: { domain: 'play.example.com' } }],
    ['Dana agreed that the community is part of Metro League.', 'organization-joined', { details: { organization: 'Metro League' } }],
    ['Dana took the community out of Metro League.', 'organization-left', { details: { organization: 'Metro League' } }],
    [
      'Dana declined that the community becomes part of Metro League.',
      'organization-declined',
      { details: { organization: 'Metro League' } },
    ],
    ['Dana deleted Metro League, which the community was part of.', 'organization-deleted', { details: { organization: 'Metro League' } }],
  ])('%s', (sentence, kind, more) => expect(write(kind, more)).toBe(sentence))

  it.each(teamChangeKinds)('is a whole sentence without names too: %s', (kind) => {
    const sentence = write(kind, { actor: null, person: null, fields: [...teamFields] })
    expect(sentence).toMatch(/^[A-Z].*\.$/)
    expect(sentence).not.toMatch(/null|undefined|Dana|Jo/)
  })
})
