import { Paragraph, Title, UserText } from './parts.tsx'
import { formatDates, SeriesDates, sampleSeries } from './series-dates.tsx'
import type { MailTemplate } from './template.ts'

/** All dates with a seat are attached in one file. */
export const seriesJoined: MailTemplate<'series-joined'> = {
  subject: ({ series }) =>
    series ? `You are in: ${series.title}, ${formatDates(series.dates.filter(({ hasSeat }) => hasSeat).length)}` : 'You are in',
  preview: ({ series }) => series?.dates[0]?.when ?? '',
  Content: ({ data: { username, series }, productUrl }) =>
    series && (
      <>
        <Title>
          You are in: <UserText>{series.title}</UserText>
        </Title>
        <Paragraph>
          Hello <UserText>{username}</UserText>, you have a seat in {formatDates(series.dates.filter(({ hasSeat }) => hasSeat).length)}.
          Each date has its own page with your ticket.
        </Paragraph>
        <SeriesDates dates={series.dates} productUrl={productUrl} noSeat="no seat yet: you are waiting" />
        <Paragraph>
          The attached file adds all dates with a seat to any calendar app. If you cannot come to one, leave it on its page, so that the
          seat goes to somebody else.
        </Paragraph>
      </>
    ),
  reason: (platform) => `You get this email because you joined a series of games on ${platform.name}.`,
  unsubscribeName: 'emails about your games',
  sample: { username: 'Maya Rivera', userId: 'person-1', entryIds: ['joiner-1', 'joiner-2', 'joiner-3'], series: sampleSeries },
}
