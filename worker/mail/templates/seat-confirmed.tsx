import { Paragraph, TextLink, Title, UserText } from './parts.tsx'
import { CalendarLinks, SeatFacts, sampleGame, WalletLink } from './seat-facts.tsx'
import type { MailTemplate } from './template.ts'

/** The entry for the calendar is attached as a file. */
export const seatConfirmed: MailTemplate<'seat-confirmed'> = {
  subject: ({ game }) => `You are in: ${game?.title ?? 'your game'}`,
  preview: ({ game }) => (game ? `${game.when}, ${game.placeName}` : ''),
  Content: ({ data: { username, eventId, game }, productUrl }) =>
    game && (
      <>
        <Title>
          You are in: <UserText>{game.title}</UserText>
        </Title>
        <Paragraph>
          Hello <UserText>{username}</UserText>, your seat is confirmed. See you there!
        </Paragraph>
        <SeatFacts game={game} ticketUrl={`${productUrl}/evt/${eventId}?open=ticket`} />
        <Paragraph>
          The attached file adds the game to any calendar app. Or add it here: <CalendarLinks calendars={game.calendars} />
        </Paragraph>
        <WalletLink wallets={game.wallets} ticketUrl={`${productUrl}/evt/${eventId}?open=ticket`} />
        <Paragraph>
          {game.leaveWords} <TextLink href={`${productUrl}/evt/${eventId}?open=leave`}>Leave the game</TextLink>
        </Paragraph>
      </>
    ),
  reason: (platform) => `You get this email because you joined a game on ${platform.name}.`,
  unsubscribeName: 'emails about your games',
  sample: { username: 'Maya Rivera', userId: 'person-1', eventId: 'game-1', joinerId: 'joiner-1', game: sampleGame },
}
