import { Link } from '@react-email/components'
import type { MailData } from '../../../domain/mail/contract.ts'
import type { WalletId } from '../../../domain/wallets/contract.ts'
import { Action, Fact, Facts, Paragraph, TextLink, UserText } from './parts.tsx'
import { styles } from './styles.ts'

type Game = NonNullable<MailData<'seat-confirmed'>['game']>

export const sampleGame: Game = {
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

/** When and where a seat is, what it is, and the way to its ticket. */
export const SeatFacts = ({ game, ticketUrl }: { game: Game; ticketUrl: string }) => (
  <>
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
    <Action href={ticketUrl}>Show my ticket</Action>
  </>
)

export const CalendarLinks = ({ calendars }: Pick<Game, 'calendars'>) => (
  <>
    <TextLink href={calendars.google}>Google</TextLink> · <TextLink href={calendars.outlook}>Outlook</TextLink> ·{' '}
    <TextLink href={calendars.apple}>Apple</TextLink>
  </>
)

/** The page of the ticket shows the wallet of the device on which it is opened. */
export const WalletLink = ({ wallets, ticketUrl }: Pick<Game, 'wallets'> & { ticketUrl: string }) =>
  wallets.length > 0 && (
    <Paragraph>
      Keep the ticket on your phone: <TextLink href={ticketUrl}>{`add it to ${listWallets(wallets)}`}</TextLink>
    </Paragraph>
  )
