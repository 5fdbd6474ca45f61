/**
 * The quality form with which every workspace begins. It must never change, because a review is always shown with the
 * form that it was made with.
 */
import type { QualityForm } from '../../../contract/quality.ts';

export const defaultQualityForm: QualityForm = {
  version: 0,
  passPercent: 80,
  criteria: [
    { id: 'saludo', text: 'Saluda y se presenta con su nombre y el de la empresa', part: 'script', critical: false },
    {
      id: 'identificacion',
      text: 'Confirma que habla con el titular antes de dar información',
      part: 'script',
      critical: true,
    },
    { id: 'intencion', text: 'Entiende qué quiere la persona y responde a eso', part: 'intent', critical: false },
    { id: 'informacion', text: 'Da información correcta y completa', part: 'quality', critical: true },
    { id: 'trato', text: 'Trata a la persona con respeto y un tono adecuado', part: 'quality', critical: false },
    { id: 'cierre', text: 'Cierra la llamada con los próximos pasos claros', part: 'script', critical: false },
  ],
};
