// Invented people for the demo's campaigns.

const firstNames = [
  'María',
  'Juan',
  'Lucía',
  'Martín',
  'Sofía',
  'Nicolás',
  'Valentina',
  'Agustín',
  'Camila',
  'Tomás',
  'Florencia',
  'Joaquín',
  'Rocío',
  'Ignacio',
  'Micaela',
  'Facundo',
  'Belén',
  'Ramón',
  'Noelia',
  'Germán',
];
const lastNames = [
  'Núñez',
  'Gómez',
  'Fernández',
  'Ibáñez',
  'Pereyra',
  'Sosa',
  'Quiroga',
  'Muñoz',
  'Álvarez',
  'Benítez',
  'Acosta',
  'Medina',
  'Güemes',
  'Peralta',
  'Cardozo',
  'Vega',
  'Ledesma',
  'Ojeda',
  'Peña',
  'Villalba',
];
const products = ['Internet 100', 'Internet 300', 'Internet 600', 'Móvil 20 GB', 'Línea fija'];
const areas = ['911', '9223', '9351', '9341', '9261', '9381'];

/** Invents `count` recipients, at most 400, with different numbers from `offset` on. */
export function inventRecipients(count: number, offset: number): Record<string, string>[] {
  return Array.from({ length: count }, (_, index) => {
    const number = offset + index;
    const area = areas[number % areas.length] ?? '911';
    const local = String(number).padStart(13 - 2 - area.length - 3, '0');
    return {
      phone_number: `+54${area}555${local}`,
      customer_name: `${firstNames[number % 20]} ${lastNames[Math.floor(number / 20) % 20]}`,
      producto: products[number % products.length] ?? '',
      monto: `${4_000 + ((number * 137) % 90) * 100}`,
    };
  });
}
