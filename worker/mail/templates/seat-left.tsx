import { Action, Paragraph, Title, UserText } from './parts.tsx'
import type { MailTemplate } from './template.ts'

/** The attached file removes the entry from the calendar. */
export const seatLeft: MailTemplate<'seat-left'> = {
  subject: ({ game }) => `You left ${game?.title ?? 'your game'}`,
  preview: ({ game }) => (game ? `${game.when}, ${game.placeName}` : ''),
  Content: ({ data: { username, eventId, game }, productUrl }) =>
    game && (
      <>
        <Title>
          You left <UserText>{game.title}</UserText>
        </Title>
        <Paragraph>
          Hello <UserText>{username}</UserText>, you no longer have a seat on {game.when} at <UserText>{game.placeName}</UserText>.
        </Paragraph>
        <Paragraph>
          If you added the game to your calendar, the attached file removes it. You can join again while seats are free.
        </Paragraph>
        <Action href={`${productUrl}/evt/${eventId}`}>Open the game</Action>
      </>
    ),
  reason: (platform) => `You get this email because you had a seat in a game on ${platform.name}.`,
  unsubscribeName: 'emails about your games',
  sample: {
    username: 'Maya Rivera',
    userId: 'person-1',
    eventId: 'game-1',
    joinerId: 'joiner-1',
    game: { title: 'Saturday sunrise open play', when: 'Saturday, Nov 21, 7:00 to 9:00 AM CST', placeName: 'Northside Courts' },
  },
}
