/** Writes a calendar with these entries, each a list of lines. */
export const makeCalendar = (...entries: readonly (readonly string[])[]): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Test//EN',
    ...entries.flatMap((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']),
    'END:VCALENDAR',
    '',
  ].join('\r\n')

/** One game in UTC, such as `makeGame('a', '20261201T190000Z')`. */
export const makeGame = (uid: string, start: string, ...lines: readonly string[]): string[] => [
  `UID:${uid}`,
  `DTSTART:${start}`,
  `SUMMARY:Game ${uid}`,
  ...lines,
]
