/** The license of the city data requires this line. */
export function GeoNamesCredit({ className }: { className?: string }) {
  return (
    <p className={className}>
      City names from{' '}
      <a href="https://www.geonames.org" className="underline underline-offset-2" rel="noreferrer">
        GeoNames
      </a>
      ,{' '}
      <a href="https://creativecommons.org/licenses/by/4.0/" className="underline underline-offset-2" rel="noreferrer license">
        CC BY 4.0
      </a>
    </p>
  )
}
