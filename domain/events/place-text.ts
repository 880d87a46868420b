/** A place in one line, as maps and calendars read it. */
export const placeText = ({ name, address }: { name: string; address: string }): string => [name, address].filter(Boolean).join(', ')
