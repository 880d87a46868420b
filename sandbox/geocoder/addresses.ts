type KnownAddress = { name: string; street: string; city: string; state: string; zip: string; lat: number; lng: number }

const within =
  (city: string, state: string) =>
  (name: string, street: string, zip: string, lat: number, lng: number): KnownAddress => ({ name, street, city, state, zip, lat, lng })

const inAustin = within('Austin', 'Texas')
const inDallas = within('Dallas', 'Texas')
const inSanAntonio = within('San Antonio', 'Texas')
const inBoston = within('Boston', 'Massachusetts')

/** Addresses of parks and halls in the cities of the demo world. The sandbox knows no others. */
export const addresses: readonly KnownAddress[] = [
  inAustin('Zilker Metropolitan Park', '2100 Barton Springs Road', '78704', 30.26693, -97.77286),
  inAustin('Barton Springs Pool', '2131 William Barton Drive', '78746', 30.26395, -97.77133),
  inAustin('Town Lake Metropolitan Park', '900 West Riverside Drive', '78704', 30.2624, -97.7519),
  inAustin('Pease District Park', '1100 Kingsbury Street', '78703', 30.2817, -97.7522),
  inAustin('Republic Square', '422 Guadalupe Street', '78701', 30.2677, -97.7474),
  inAustin('Texas State Capitol', '1100 Congress Avenue', '78701', 30.27465, -97.74035),
  inAustin('Austin Central Library', '710 West Cesar Chavez Street', '78701', 30.2658, -97.7518),
  inAustin('Gregory Gymnasium', '2101 Speedway', '78712', 30.2842, -97.7366),
  inAustin('Caswell Tennis Center', '2312 Shoal Creek Boulevard', '78705', 30.2902, -97.7499),
  inAustin('Austin Recreation Center', '1301 Shoal Creek Boulevard', '78701', 30.2783, -97.7494),
  inAustin('Mueller Lake Park', '4550 Mueller Boulevard', '78723', 30.2961, -97.7063),
  inAustin('Bartholomew District Park', '5201 Berkman Drive', '78723', 30.3046, -97.6972),
  inAustin('Givens Recreation Center', '3811 East 12th Street', '78721', 30.2789, -97.6876),
  inAustin('Rosewood Neighborhood Park', '2300 Rosewood Avenue', '78702', 30.2705, -97.7136),
  inAustin('Festival Beach', '2101 Jesse E Segovia Street', '78702', 30.2482, -97.7287),
  inAustin('Krieg Softball Complex', '515 South Pleasant Valley Road', '78741', 30.2446, -97.7197),
  inAustin('Dick Nichols District Park', '8011 Beckett Road', '78749', 30.2098, -97.8612),
  inAustin('South Austin Recreation Center', '1100 Cumberland Road', '78704', 30.2401, -97.7636),
  inAustin('Northwest District Park', '7000 Ardath Street', '78757', 30.3468, -97.7468),
  inAustin('Walnut Creek Metropolitan Park', '12138 North Lamar Boulevard', '78753', 30.4009, -97.6849),
  inDallas('Klyde Warren Park', '2012 Woodall Rodgers Freeway', '75201', 32.7894, -96.8016),
  inDallas('Samuell-Grand Recreation Center', '6200 East Grand Avenue', '75223', 32.7967, -96.7373),
  inSanAntonio('Brackenridge Park', '3700 North St. Marys Street', '78212', 29.4637, -98.4696),
  inSanAntonio('McFarlin Tennis Center', '1503 San Pedro Avenue', '78212', 29.4452, -98.5003),
  inBoston('Boston Common', '139 Tremont Street', '02111', 42.3551, -71.0657),
]
