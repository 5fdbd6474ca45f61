// Typical Argentinian names, places, dates and amounts for simulated conversations.
import type { RandomGenerator } from '../random.ts';

const firstNames = [
  'María',
  'Juan',
  'Lucía',
  'Martín',
  'Sofía',
  'Nicolás',
  'Camila',
  'Matías',
  'Florencia',
  'Diego',
  'Valentina',
  'Pablo',
  'Agustina',
  'Facundo',
  'Carolina',
  'Gustavo',
  'Romina',
  'Sergio',
  'Julieta',
  'Ramón',
  'Micaela',
  'Ezequiel',
  'Paula',
  'Hernán',
  'Noelia',
  'Iñaki',
  'Milagros',
  'Leandro',
  'Graciela',
  'Oscar',
  'Belén',
  'Tomás',
  'Silvina',
  'Joaquín',
  'Mónica',
  'Ignacio',
  'Daniela',
  'Raúl',
  'Ana',
  'Franco',
] as const;
const lastNames = [
  'González',
  'Rodríguez',
  'Fernández',
  'López',
  'Martínez',
  'Pérez',
  'Gómez',
  'Sánchez',
  'Romero',
  'Díaz',
  'Álvarez',
  'Torres',
  'Ruiz',
  'Ramírez',
  'Flores',
  'Benítez',
  'Acosta',
  'Medina',
  'Herrera',
  'Suárez',
  'Aguirre',
  'Giménez',
  'Gutiérrez',
  'Pereyra',
  'Rojas',
  'Molina',
  'Castro',
  'Ortiz',
  'Núñez',
  'Ibáñez',
  'Luna',
  'Juárez',
  'Cabrera',
  'Ríos',
  'Ferreyra',
  'Godoy',
  'Morales',
  'Domínguez',
  'Peralta',
  'Muñoz',
] as const;
const areas = [
  ['11', 8],
  ['11', 8],
  ['11', 8],
  ['351', 7],
  ['341', 7],
  ['261', 7],
  ['223', 7],
  ['381', 7],
  ['221', 7],
  ['342', 7],
] as const;
const streets = [
  'Avenida Rivadavia',
  'San Martín',
  'Belgrano',
  'Mitre',
  'Avenida Corrientes',
  'Sarmiento',
  'Alvear',
  '9 de Julio',
] as const;
const days = ['lunes', 'martes', 'miércoles', 'jueves', 'viernes'] as const;

export function generateSimulatedPersonName(random: RandomGenerator): { first: string; last: string } {
  return { first: random.pick(firstNames), last: random.pick(lastNames) };
}

export function generateSimulatedMobileNumber(random: RandomGenerator): string {
  const [area, length] = random.pick(areas);
  return `+549${area}${random.int(2, 7)}${Array.from({ length: length - 1 }, () => random.int(0, 9)).join('')}`;
}

export function generateSimulatedStreetAddress(random: RandomGenerator): string {
  return `${random.pick(streets)} ${random.int(100, 4900)}`;
}

export function pickRandomWeekdayName(random: RandomGenerator): string {
  return random.pick(days);
}

/** A round amount in pesos, formatted for reading aloud. */
export function generateSimulatedPesoAmount(random: RandomGenerator, min: number, max: number): string {
  const amount = String(random.int(min / 100, max / 100) * 100);
  return `${amount.replace(/\B(?=(\d{3})+$)/g, '.')} pesos`;
}
