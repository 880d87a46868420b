/** "Austin, TX", or only the part that is known. */
export const formatPlaceCity = ({ cityName, cityState }: { cityName: string; cityState: string }) =>
  [cityName, cityState].filter(Boolean).join(', ')
