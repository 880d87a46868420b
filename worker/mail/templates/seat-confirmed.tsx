import { Link } from '@react-email/components'
import type { MailData } from '../../../domain/mail/contract.ts'
import type { WalletId } from '../../../domain/wallets/contract.ts'
import { Action, Fact, Facts, Paragraph, TextLink, Title, UserText } from './parts.tsx'
import { styles } from './styles.ts'
import type { MailTemplate } from './template.ts'

type Game = NonNullable<MailData<'seat-confirmed'>['game']>

const sampleGame: Game = {
  title: 'Saturday sunrise open play',
  when: 'Saturday, Nov 21, 7:00 to 9:00 AM CST',
  whenForReader: '2:00 to 4:00 PM your time',
  placeName: 'Northside Courts',
  address: '1200 Riverside Dr, Austin, TX',
  directionsUrl: 'https://www.google.com/maps/dir/?api=1&destination=30.25,-97.72',
  hosts: 'Dana Alvarez and River City Pickleball',
  seat: 'Court 1 · 2 seats, with Leo',
  ticketCode: 'K7Q-4MX',
  leaveWords: 'If you cannot come, leave by Friday 7 PM. After that, the hosts see that you left late.',
  calendars: {
    google: 'https://calendar.google.com/calendar/render?action=TEMPLATE&text=Saturday%20sunrise%20open%20play',
    outlook: 'https://outlook.live.com/calendar/0/deeplink/compose?subject=Saturday%20sunrise%20open%20play',
    apple: 'https://play.example.com/api/events/game-1/calendar.ics',
  },
  wallets: ['apple', 'google'],
}

const walletNames: Record<WalletId, string> = { apple: 'Apple Wallet', google: 'Google Wallet' }
const listWallets = (wallets: readonly WalletId[]) =>
  new Intl.ListFormat('en-US', { type: 'disjunction' }).format(wallets.map((id) => walletNames[id]))

/** The entry for the calendar is attached as a file. The page of the ticket shows the wallet of the device on which it is opened. */
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
        <Facts>
          <Fact label="When">
            {game.when}
            {game.whenForReader && (
              <>
                <br />
                <span className="soft" style={styles.aside}>
                  {game.whenForReader}
                </span>
              </>
            )}
          </Fact>
          <Fact label="Where">
            <UserText>{game.placeName}</UserText>
            <br />
            <span className="soft" style={styles.aside}>
              {game.address && (
                <>
                  <UserText>{game.address}</UserText>
                  {' · '}
                </>
              )}
              <Link href={game.directionsUrl} className="soft" style={styles.footLink}>
                Directions
              </Link>
            </span>
          </Fact>
          {game.hosts && (
            <Fact label="Hosts">
              <UserText>{game.hosts}</UserText>
            </Fact>
          )}
          <Fact label="Seat">
            <UserText>{game.seat}</UserText>
          </Fact>
          {game.ticketCode && (
            <Fact label="Ticket">
              <span style={styles.code}>{game.ticketCode}</span>
            </Fact>
          )}
        </Facts>
        <Action href={`${productUrl}/evt/${eventId}?open=ticket`}>Show my ticket</Action>
        <Paragraph>
          The attached file adds the game to any calendar app. Or add it here: <TextLink href={game.calendars.google}>Google</TextLink> ·{' '}
          <TextLink href={game.calendars.outlook}>Outlook</TextLink> · <TextLink href={game.calendars.apple}>Apple</TextLink>
        </Paragraph>
        {game.wallets.length > 0 && (
          <Paragraph>
            Keep the ticket on your phone:{' '}
            <TextLink href={`${productUrl}/evt/${eventId}?open=ticket`}>{`add it to ${listWallets(game.wallets)}`}</TextLink>
          </Paragraph>
        )}
        <Paragraph>
          {game.leaveWords} <TextLink href={`${productUrl}/evt/${eventId}?open=leave`}>Leave the game</TextLink>
        </Paragraph>
      </>
    ),
  reason: (platform) => `You get this email because you joined a game on ${platform.name}.`,
  unsubscribeName: 'emails about your games',
  sample: { username: 'Maya Rivera', userId: 'person-1', eventId: 'game-1', joinerId: 'joiner-1', game: sampleGame },
}
