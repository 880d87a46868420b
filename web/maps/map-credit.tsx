import type { MapTiles } from '../../domain/maps/contract.ts'

const linkClasses = 'underline-offset-2 hover:underline'

/** Credits the makers of the map, as their licenses require. */
export function MapCredit({ tiles }: { tiles: MapTiles | null }) {
  return (
    <p className="absolute right-0 bottom-0 rounded-tl-[7px] bg-card/85 px-2 py-0.5 text-[0.6875rem] text-soft">
      {tiles === null ? (
        <>
          US Census,{' '}
          <a href="https://www.geonames.org/" target="_blank" rel="noreferrer" className={linkClasses}>
            GeoNames
          </a>
        </>
      ) : tiles.creditUrl === null ? (
        tiles.credit
      ) : (
        <a href={tiles.creditUrl} target="_blank" rel="noreferrer" className={linkClasses}>
          {tiles.credit}
        </a>
      )}
    </p>
  )
}
