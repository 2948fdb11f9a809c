export declare const pace: number;
export declare const countWorkers: (cores?: number) => { unit: number; journeys: number };
