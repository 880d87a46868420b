import { Paragraph, Title, UserText } from './parts.tsx'
import { formatDates, SeriesDates, sampleSeries } from './series-dates.tsx'
import type { MailTemplate } from './template.ts'

/** The attached file removes all dates from the calendar. */
export const seriesLeft: MailTemplate<'series-left'> = {
  subject: ({ series }) => (series ? `You left ${series.title}, ${formatDates(series.dates.length)}` : 'You left'),
  preview: ({ series }) => series?.dates[0]?.when ?? '',
  Content: ({ data: { username, series }, productUrl }) =>
    series && (
      <>
        <Title>
          You left <UserText>{series.title}</UserText>
        </Title>
        <Paragraph>
          Hello <UserText>{username}</UserText>, you left {formatDates(series.dates.length)}:
        </Paragraph>
        <SeriesDates dates={series.dates} productUrl={productUrl} noSeat="" />
        <Paragraph>
          If you added them to your calendar, the attached file removes them. You can join each date again while seats are free.
        </Paragraph>
      </>
    ),
  reason: (platform) => `You get this email because you had seats in a series of games on ${platform.name}.`,
  unsubscribeName: 'emails about your games',
  sample: {
    username: 'Maya Rivera',
    userId: 'person-1',
    entryIds: ['joiner-1', 'joiner-2', 'joiner-3'],
    series: { ...sampleSeries, dates: sampleSeries.dates.map((date) => ({ ...date, hasSeat: false })) },
  },
}
