import { expect, it } from 'vitest'
import { muteForever } from '../../domain/messages/mute-forever.ts'
import { listConversationActions, muteFromNotification, sendReply } from '../../web/push/answer-message.ts'
import { answerWith, refuse, requestsTo } from './setup/answers.ts'

const reply = { clientId: 'reply-from-a-phone', text: 'On my way' }
const posts = () => requestsTo('POST /api/conversations/:id/messages')

it('A reply from a notification is sent again with the same key if its answer was lost', async () => {
  let attempts = 0
  answerWith({
    'POST /api/conversations/:id/messages': () => {
      attempts += 1
      return attempts === 1 ? refuse('Unexpected', 'Something went wrong on our side.') : Response.json({}, { status: 201 })
    },
  })
  expect(await sendReply('team_crew', reply)).toBeNull()
  expect(posts().map(({ path, body }) => ({ path, body }))).toEqual([
    { path: '/api/conversations/team_crew/messages', body: reply },
    { path: '/api/conversations/team_crew/messages', body: reply },
  ])
})

it('A reply that the server refuses is not sent again, and the reason is told', async () => {
  answerWith({ 'POST /api/conversations/:id/messages': () => refuse('NotFound', 'You are no longer in this conversation.') })
  expect(await sendReply('team_crew', reply)).toBe('You are no longer in this conversation.')
  expect(posts()).toHaveLength(1)
})

it('A notification of a conversation can be muted, and answered if that makes sense', async () => {
  expect(listConversationActions({ id: 'team_crew', mayReply: true }).map(({ action }) => action)).toEqual(['reply', 'mute'])
  expect(listConversationActions({ id: 'team_crew', mayReply: false }).map(({ action }) => action)).toEqual(['mute'])
  answerWith({ 'PUT /api/conversations/:id/mute': null })
  expect(await muteFromNotification('team_crew')).toMatchObject({ title: 'Muted' })
  expect(requestsTo('PUT /api/conversations/:id/mute').map(({ body }) => body)).toEqual([{ until: muteForever }])
  answerWith({ 'PUT /api/conversations/:id/mute': () => refuse('NotFound', 'There is no such conversation.') })
  expect(await muteFromNotification('team_crew')).toMatchObject({ title: 'The conversation was not muted' })
})
