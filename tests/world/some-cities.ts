import type { CitySource } from '../../domain/cities/contract.ts'

/**
 * A few of the real cities, for Worker tests: workerd cannot read the package they come from.
 * Among them more Springfields than a search shows, names that need folding, and twins across states.
 */
// biome-ignore format: a table reads better
export const someCities: CitySource[] = [
  { id: 5128581, name: 'New York City', state: 'NY', lat: 40.71427, lng: -74.00597, timeZone: 'America/New_York', population: 8175133 },
  { id: 5368361, name: 'Los Angeles', state: 'CA', lat: 34.05223, lng: -118.24368, timeZone: 'America/Los_Angeles', population: 3971883 },
  { id: 4887398, name: 'Chicago', state: 'IL', lat: 41.85003, lng: -87.65005, timeZone: 'America/Chicago', population: 2720546 },
  { id: 4699066, name: 'Houston', state: 'TX', lat: 29.76328, lng: -95.36327, timeZone: 'America/Chicago', population: 2296224 },
  { id: 5308655, name: 'Phoenix', state: 'AZ', lat: 33.44838, lng: -112.07404, timeZone: 'America/Phoenix', population: 1563025 },
  { id: 4560349, name: 'Philadelphia', state: 'PA', lat: 39.95233, lng: -75.16379, timeZone: 'America/New_York', population: 1567442 },
  { id: 4726206, name: 'San Antonio', state: 'TX', lat: 29.42412, lng: -98.49363, timeZone: 'America/Chicago', population: 1469845 },
  { id: 5391811, name: 'San Diego', state: 'CA', lat: 32.71571, lng: -117.16472, timeZone: 'America/Los_Angeles', population: 1394928 },
  { id: 4684888, name: 'Dallas', state: 'TX', lat: 32.78306, lng: -96.80667, timeZone: 'America/Chicago', population: 1300092 },
  { id: 4671654, name: 'Austin', state: 'TX', lat: 30.26715, lng: -97.74306, timeZone: 'America/Chicago', population: 931830 },
  { id: 5016884, name: 'Austin', state: 'MN', lat: 43.66663, lng: -92.97464, timeZone: 'America/Chicago', population: 24563 },
  { id: 4254010, name: 'Austin', state: 'IN', lat: 38.75839, lng: -85.80803, timeZone: 'America/Indiana/Indianapolis', population: 4295 },
  { id: 5146256, name: 'Austintown', state: 'OH', lat: 41.10172, lng: -80.76452, timeZone: 'America/New_York', population: 29677 },
  { id: 5392171, name: 'San Jose', state: 'CA', lat: 37.33939, lng: -121.89496, timeZone: 'America/Los_Angeles', population: 1026908 },
  { id: 5391959, name: 'San Francisco', state: 'CA', lat: 37.77493, lng: -122.41942, timeZone: 'America/Los_Angeles', population: 864816 },
  { id: 5809844, name: 'Seattle', state: 'WA', lat: 47.60621, lng: -122.33207, timeZone: 'America/Los_Angeles', population: 684451 },
  { id: 5419384, name: 'Denver', state: 'CO', lat: 39.73915, lng: -104.9847, timeZone: 'America/Denver', population: 682545 },
  { id: 5746545, name: 'Portland', state: 'OR', lat: 45.52345, lng: -122.67621, timeZone: 'America/Los_Angeles', population: 632309 },
  { id: 4975802, name: 'Portland', state: 'ME', lat: 43.65737, lng: -70.2589, timeZone: 'America/New_York', population: 66881 },
  { id: 4930956, name: 'Boston', state: 'MA', lat: 42.35843, lng: -71.05977, timeZone: 'America/New_York', population: 667137 },
  { id: 4164138, name: 'Miami', state: 'FL', lat: 25.77427, lng: -80.19366, timeZone: 'America/New_York', population: 441003 },
  { id: 5037649, name: 'Minneapolis', state: 'MN', lat: 44.97997, lng: -93.26384, timeZone: 'America/Chicago', population: 410939 },
  { id: 4393217, name: 'Kansas City', state: 'MO', lat: 39.09973, lng: -94.57857, timeZone: 'America/Chicago', population: 475378 },
  { id: 4273837, name: 'Kansas City', state: 'KS', lat: 39.11417, lng: -94.62746, timeZone: 'America/Chicago', population: 151306 },
  { id: 5045360, name: 'Saint Paul', state: 'MN', lat: 44.94441, lng: -93.09327, timeZone: 'America/Chicago', population: 285068 },
  { id: 4407066, name: 'St. Louis', state: 'MO', lat: 38.62727, lng: -90.19789, timeZone: 'America/Chicago', population: 315685 },
  { id: 5856195, name: 'Honolulu', state: 'HI', lat: 21.30694, lng: -157.85833, timeZone: 'Pacific/Honolulu', population: 371657 },
  { id: 5879400, name: 'Anchorage', state: 'AK', lat: 61.21806, lng: -149.90028, timeZone: 'America/Anchorage', population: 298695 },
  { id: 4724129, name: 'Round Rock', state: 'TX', lat: 30.50826, lng: -97.6789, timeZone: 'America/Chicago', population: 115997 },
  { id: 5416005, name: 'Cañon City', state: 'CO', lat: 38.44098, lng: -105.24245, timeZone: 'America/Denver', population: 16400 },
  { id: 4250542, name: 'Springfield', state: 'IL', lat: 39.80172, lng: -89.64371, timeZone: 'America/Chicago', population: 116565 },
  { id: 4409896, name: 'Springfield', state: 'MO', lat: 37.21533, lng: -93.29824, timeZone: 'America/Chicago', population: 166810 },
  { id: 4951788, name: 'Springfield', state: 'MA', lat: 42.10148, lng: -72.58981, timeZone: 'America/New_York', population: 154341 },
  { id: 4525353, name: 'Springfield', state: 'OH', lat: 39.92423, lng: -83.80882, timeZone: 'America/New_York', population: 59680 },
  { id: 5754005, name: 'Springfield', state: 'OR', lat: 44.04624, lng: -123.02203, timeZone: 'America/Los_Angeles', population: 60870 },
  { id: 4561407, name: 'Springfield', state: 'PA', lat: 39.93067, lng: -75.32019, timeZone: 'America/New_York', population: 23363 },
  { id: 4787117, name: 'Springfield', state: 'VA', lat: 38.78928, lng: -77.1872, timeZone: 'America/New_York', population: 30484 },
  { id: 4659557, name: 'Springfield', state: 'TN', lat: 36.50921, lng: -86.885, timeZone: 'America/Chicago', population: 16808 },
  { id: 4173892, name: 'Springfield', state: 'FL', lat: 30.15326, lng: -85.61132, timeZone: 'America/Chicago', population: 9442 },
  { id: 5010917, name: 'Springfield', state: 'MI', lat: 42.32643, lng: -85.23916, timeZone: 'America/Detroit', population: 5192 },
]
