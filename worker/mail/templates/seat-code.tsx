import { formatFullMoment } from '../../../domain/events/format-when.ts'
import type { MailData } from '../../../domain/mail/contract.ts'
import { stepWords } from '../../../domain/seat-codes/step-words.ts'
import { minute } from '../../../domain/time/spans.ts'
import { Action, Fact, Facts, Paragraph, Title, UserText } from './parts.tsx'
import { styles } from './styles.ts'
import type { MailTemplate } from './template.ts'

/** In the time zone of the place, with its name, because we do not know where the person reads the email. */
const format = (at: number, { timeZone, sentAt }: MailData<'seat-code'>) => formatFullMoment(at, { timeZone, now: sentAt })

/** Not a moment: its time zone would not be that of the person. */
const formatLifetime = ({ sentAt, expiresAt }: MailData<'seat-code'>) => {
  const minutes = Math.max(1, Math.round((expiresAt - sentAt) / minute))
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}

/** With steps that need no seat yet, there is nothing to hold. */
function formatHold({ step, isHeld }: MailData<'seat-code'>): string | null {
  if (isHeld) return 'Your seat is held for now.'
  return step === 'seat' || step === 'pay' ? 'No seat is held for you, so be quick.' : null
}

const wordsOf = ({ step }: MailData<'seat-code'>) => (step ? stepWords[step] : null)

/** The link opens a page with a button, so that a mail scanner that opens it takes no seat. */
export const seatCode: MailTemplate<'seat-code'> = {
  subject: ({ code, title }) => `${code} is your code for ${title}`,
  preview: (data) => `Type this code to ${wordsOf(data)?.goal ?? 'go on'}. It works for ${formatLifetime(data)}.`,
  Content: ({ data, productUrl }) => (
    <>
      <Title>One more step</Title>
      <Paragraph>
        Type this code where you were asked for it, to {wordsOf(data)?.goal ?? 'go on'}. It works once, for {formatLifetime(data)}.{' '}
        {formatHold(data)} {wordsOf(data)?.rest}
      </Paragraph>
      <Facts>
        <Fact label="Your code">
          <span style={styles.code}>{data.code}</span>
        </Fact>
        <Fact label="Game">
          <UserText>{data.title}</UserText>
        </Fact>
        <Fact label="When">{format(data.startsAt, data)}</Fact>
        <Fact label="Where">
          <UserText>{data.placeName}</UserText>
        </Fact>
      </Facts>
      <Action href={`${productUrl}/seat-code?token=${data.token}&event=${encodeURIComponent(data.eventId)}`}>
        {wordsOf(data)?.action ?? 'Go on'}
      </Action>
      <Paragraph>If you did not ask for this code, do not give it to anyone. Nothing happens without it.</Paragraph>
    </>
  ),
  reason: (platform) => `You get this email because somebody wants to join a game with this address on ${platform.name}.`,
  sample: {
    title: 'Saturday sunrise open play',
    placeName: 'Northside Courts',
    startsAt: 1795266000000,
    timeZone: 'America/Chicago',
    sentAt: 1795190000000,
    expiresAt: 1795190600000,
    code: '482913',
    token: 'A'.repeat(43),
    eventId: 'evening-soccer',
    step: 'seat',
    isHeld: true,
  },
}
