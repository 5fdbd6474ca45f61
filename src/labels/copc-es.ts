/** Texts of the quality metrics' screen and settings. */
import { formatCountWithNoun } from './counted.ts';
export const copcSettingsLabels = {
  title: 'Campos y objetivos',
  text: 'De qué campo del análisis sale cada métrica y contra qué se mide. Vacío: el valor de fábrica.',
  metric: 'Métrica',
  field: 'Campo del análisis',
  target: 'Objetivo',
  ownData: 'Se calcula de las llamadas',
  lower: 'Menos es mejor',
  higher: 'Más es mejor',
  reset: 'Restablecer',
  resetOne: (metric: string) => `Restablecer ${metric}`,
  resetAll: 'Restablecer todo',
  fieldOf: (metric: string) => `Campo de ${metric}`,
  targetOf: (metric: string) => `Objetivo de ${metric}`,
  seconds: 's',
  percent: '%',
  callback: 'Volver a llamar',
  /** The meaning of that field. */
  callbackText: 'Fecha y hora pedidas',
} as const;

const calls = (count: string) => formatCountWithNoun(count, 'llamada', 'llamadas');

export const copcLabels = {
  title: 'Métricas COPC',
  tabs: { roman: 'ROMAN - Campañas', rolo: 'ROLO - Agentes IA' },
  tabTexts: {
    roman: 'ROMAN: las métricas de las campañas. A cuántas personas llegan, qué logran y con qué calidad.',
    rolo: 'ROLO: las métricas de los agentes de IA. Cuánto tardan, cuánto resuelven sin ayuda y qué tan bien escuchan.',
  },
  tabList: 'Grupos de métricas',
  outside: (missed: string, known: string) => `${missed} de ${known} fuera de objetivo`,
  unknown: (count: string) => `${count} sin datos`,
  noneOutside: 'Ninguna métrica de este grupo está fuera de objetivo.',
  verdicts: { met: 'Cumple', missed: 'No cumple' },
  distances: {
    better: (distance: string) => `Mejor que el objetivo por ${distance}`,
    worse: (distance: string) => `Peor que el objetivo por ${distance}`,
    even: 'Justo en el objetivo',
  },
  exportCsv: 'Exportar CSV',
  settings: 'Campos y objetivos',
  over: (count: string) => `sobre ${calls(count)}`,
  target: (target: string) => `Objetivo ${target}`,
  bands: { excellent: 'Excelente', good: 'Bueno', regular: 'Regular', critical: 'Crítico' },
  provisional: 'Provisional',
  provisionalText: (date: string) =>
    `Provisional: desde el ${date} no pasaron 7 días, y otra llamada del mismo número todavía puede cambiar el resultado.`,
  formula: 'Fórmula',
  spark: (name: string, unit: string) => `${name} por ${unit}`,
  sparkText: (known: string, all: string, unit: string, least: string, most: string, last: string) =>
    `${known} de ${all} ${unit} con datos; mínimo ${least}, máximo ${most}, último ${last}`,
  units: { hour: 'hora', hours: 'horas', day: 'día', days: 'días' },
} as const;

export const copcTrendLabels = { none: 'Sin datos con qué comparar' } as const;

export const copcHealthLabels = {
  title: 'Salud de la operación',
  help: 'Promedio ponderado de cuatro métricas contra su objetivo, cada una hasta 100%: Aprobación de calidad 30%, Satisfacción 25%, Conversión a compromiso 25% y Tiempo medio de atención 20%. Las que no tienen datos no cuentan y su peso se reparte entre las demás. 90 o más es Excelente, 75 Bueno, 60 Regular.',
  tiers: { excellent: 'Excelente', good: 'Bueno', regular: 'Regular', attention: 'Requiere Atención' },
  of: 'de 100',
  over: (count: number, all: number, names: string) => `El puntaje cuenta ${count} de estas ${all}: ${names}.`,
  none: (all: number) => `Ninguna de sus ${all} métricas tiene datos en el período.`,
  worst: 'La más lejos de su objetivo:',
  list: 'Métricas del puntaje',
  weight: (percent: string) => `Peso ${percent}`,
  unweighted: 'No cuenta',
  /** Lists the metrics with the grade 'Crítico', including those that the health score does not use. */
  critical: (names: string, more: number) =>
    `En Crítico, de todas las métricas: ${names}${more === 0 ? '' : ` y ${more} más`}`,
  noneCritical: 'Ninguna métrica está en Crítico.',
} as const;

export const copcDetailLabels = {
  chart: (name: string) => `Evolución de ${name}`,
  noValue: 'Sin datos',
  targetLine: (target: string) => `Objetivo ${target}`,
  points: 'Puntos del gráfico',
  day: 'Día',
  hour: 'Hora',
  value: 'Valor',
  calls: 'Llamadas',
  band: 'Estado',
  target: 'Objetivo',
  point: (title: string, value: string, count: string) => `${title}: ${value}, sobre ${calls(count)}`,
  provisionalPoint: (sentence: string) => `${sentence}, provisional`,
  emptyPoint: (title: string) => `${title}: sin datos`,
  agents: 'Por agente',
  agent: 'Agente',
  noAgent: 'Sin Agente',
  days: 'Por día',
  hours: 'Por hora',
  seeAgent: (count: string, agent: string) => `Ver ${calls(count)} de ${agent}`,
  seeCalls: (count: string, one: boolean) =>
    one ? 'Ver la llamada que cuenta' : `Ver las ${count} llamadas que cuenta`,
  seeMissed: (count: string, one: boolean) =>
    one ? 'Ver la llamada que no cumple' : `Ver las ${count} llamadas que no cumplen`,
  few: (count: string) => `n ${count}`,
  seeDay: (count: string, day: string) => `Ver ${calls(count)} del ${day}`,
} as const;

export const copcCsvLabels = {
  fileName: (from: string, to: string) => `metricas-copc-${from}-a-${to}.csv`,
  metrics: [
    'Métrica',
    'Valor',
    'Unidad',
    'Llamadas',
    'Objetivo',
    'Estado',
    'Tendencia',
    'Cambio',
    'Unidad del cambio',
    'Período comparado',
  ],
  series: ['Métrica', 'Momento', 'Valor', 'Unidad', 'Llamadas'],
  units: { percent: '%', seconds: 's' },
  changeUnits: { points: 'pts.', percent: '%' },
  health: 'Salud de la operación',
} as const;
