/** Older and newer files of the programs in program-files.ts, and such of other countries. */

/** Of a car that takes petrol and natural gas, with dates and units that the file names. */
export const FUELIO_CNG = `"## Vehicle"
"Name","Description","DistUnit","FuelUnit","ConsumptionUnit","ImportCSVDateFormat","VIN","Insurance","Plate","Make","Model","Year","TankCount","Tank1Type","Tank2Type","Active","Tank1Capacity","Tank2Capacity","FuelUnitTank2","FuelConsumptionTank2"
"Doblo","","0","0","0","dd/MM/yyyy","","","","Fiat","Doblo","2015","2","100","500","1","50","16","4","0"
"## Log"
"Data","Odo (km)","Fuel (litres)","Full","Price (optional)","l/100km (optional)","latitude (optional)","longitude (optional)","City (optional)","Notes (optional)","Missed","TankNumber","FuelType","VolumePrice"
"03/04/2021 18:20","81250","11.2","1","392.00","0","","",,"","0","2","501","35.0"
"02/04/2021 08:05","81010","30","0","840.00","0","","",,"","0","1","110","28.0"
"## Costs"
"CostTitle","Date","Odo","CostTypeID","Notes","Cost","flag","idR","read","RemindOdo","RemindDate","isTemplate","RepeatOdo","RepeatMonths"
"Огляд балона","01/04/2021","81000","2","","650","0","0","0","0","02/04/2026","0","0","60"
"Паркування","01/04/2021","0","5","","40","0","0","0","0","01/01/2011","0","0","0"
`;
/** All natural gas: the column of the volume is called by its unit. */
export const FUELIO_KG = `"## Vehicle"
"Name","Description","DistUnit","FuelUnit","ConsumptionUnit","ImportCSVDateFormat","VIN","Insurance","Plate","Make","Model","Year","TankCount","Tank1Type","Tank2Type"
"Caddy","","0","4","6","yyyy-MM-dd","","","","VW","Caddy","2017","1","500","0"
"## Log"
"Data","Odo (km)","kg","Full","Price (optional)","kg/100km (optional)","latitude (optional)","longitude (optional)","City (optional)","Notes (optional)","Missed","TankNumber","FuelType","VolumePrice","StationID (optional)","ExcludeDistance","UniqueId","TankCalc","Weather","guid","lastupdated"
"2023-01-09 07:45","120450","17.31","1","640.47","4.2","","","Рівне","","0","1","501","37.0","0","0.0","1","0.0","","b3e1","1673250300"
`;
/** In miles and imperial gallons, with further fuels; the two last sections are not brought. */
export const FUELIO_UK = `"## Vehicle"
"Name","Description","DistUnit","FuelUnit","ConsumptionUnit","ImportCSVDateFormat","VIN","Insurance","Plate","Make","Model","Year","TankCount","Tank1Type","Tank2Type"
"Leon","","1","2","2","yyyy-MM-dd","","","","Seat","Leon","2012","1","200","0"
"## Log"
"Data","Odo (mi)","Fuel (uk gallons)","Full","Price (optional)","mpg (uk) (optional)","latitude (optional)","longitude (optional)","City (optional)","Notes (optional)","Missed","TankNumber","FuelType","VolumePrice"
"2022-02-04","60900","9.5","1","71.25","55.1","","",,"","0","1","205","7.5"
"2022-02-03","60600","8","1","60.00","0","","",,"","0","1","301","7.5"
"2022-02-02","60400","21.4","1","9.63","0","","",,"","0","1","601","0.45"
"2022-02-01","60200","7","1","50.40","0","","",,"","0","1","700","7.2"
"2022-01-31","60000","6","1","44.00","0","","",,"","0","1","","0"
"## Pictures"
"Name","Date"
"a.jpg","2022-02-04"
"## Category"
"Name","Date"
"Trips","2022-02-04"
`;
/** Without sections and quotes, in imperial gallons. */
export const FUELIO_LOG_UK =
  'Data,Odo (mi),Fuel (uk gallons),Full,Price (optional),mpg (uk) (optional)\n2020-01-15,61500,10.5,1,81.40,38.1\n';

/** Of a phone in Spanish, as old versions wrote it: few columns, the day first. */
export const DRIVVO_OLD = `#Reabastecimiento
"Odómetro","Fecha","Combustible","Precio / L","Costo total","Volumen","Tanque lleno","Combustible" 2,"Precio / L" 2,"Costo total" 2,"Volumen" 2,"Tanque lleno" 2,"Combustible" 3,"Precio / L" 3,"Costo total" 3,"Volumen" 3,"Tanque lleno" 3,"Consumo","Observación"
"10250.0","13/2/2018","Gasolina","1.25","50.0","40.0","Sí","","","","","","","","","","","7,5 km/L","Autopista"
"9950.0","2/2/2018","Gasolina","1.2","24.0","20.0","No","","","","","","","","","","","",""

#Gasto
"Odómetro","Fecha","Costo total","Tipo de gasto","Lugar","Motivo","Observación"
"10000.0","14/2/2018","15.5","Estacionamiento","Centro","","Dos horas"

#Servicio
"Odómetro","Fecha","Costo total","Tipo de servicio","Lugar","Observación"
"10300.0","15/2/2018","80.0","Cambio de aceite","Taller Sur","5W-30"
`;
/** With two fuels in one row, a column for the vehicle, and its section, which is not brought. */
export const DRIVVO_TWO_FUELS = `\ufeff##Vehicle
"Name","Manufacturer","Model"
"Lanos","Daewoo","Lanos"

##Refuelling
"Odometer","Date","Fuel","Price / L","Total cost","Volume","Full tank","Second fuel","Price / L" 2,"Total cost" 2,"Volume" 2,"Full tank" 2,"Third fuel","Price / L" 3,"Total cost" 3,"Volume" 3,"Full tank" 3,"Fuel efficiency","Distance","Initial charge","Final charge","Time","Power","Gas station","Driver","Reason","Payment method","Notes","Discount","Vehicle"
"70300.0","2023-05-13 7:40","Petrol","52.5","525.0","10.0","No","LPG","24.0","720.0","30.0","Yes","","","","","","","","","","","","ОККО","","","","Both","0.0","Lanos"
"70000.0","2023-05-10 9:15","","0.0","0.0","0.0","No","LPG","24.5","490.0","20.0","Yes","","","","","","","","","","","","","","","","","0.0","Lanos"
`;

/** In miles and gallons; the day of a month first would be no date. */
export const FUELLY_MPG = `car_name, model, mpg,  odometer, miles, gallons, price, city_percentage, fuelup_date, date_added, tags, notes, missed_fuelup, partial_fuelup, latitude, longitude, brand
Civic,Civic,31.5,61500,330.8,10.5,2.99,55,06/26/2021 0:00,06/26/2021 9:15,,,0,0,,,Shell
Civic,Civic,0,61205,150,9.2,3.05,55,06/06/2021 0:00,06/06/2021 9:15,,"Rain, wind",1,1,,,
`;
export const FUELLY_KM_L = `car_name, model, km/l,  odometer, km, litres, price, city_percentage, fuelup_date, date_added, tags, notes, missed_fuelup, partial_fuelup, latitude, longitude, brand
Jazz,Jazz,16.2,20480,480,29.6,1.71,55,2021-01-02,2021-01-02,,,0,0,,,
`;

/** Of aCar before it had events: a section for services, and one for expenses. */
export const ACAR_OLD = `Fill-Up Records
"Vehicle","Date","Time","Odometer Reading","Distance Unit","Volume","Volume Unit","Price per Unit","Total Cost","Partial Fill-Up?","Previously Missed Fill-Ups?","Fuel Type","Fuel Brand","Fueling Station Address","Notes"
"Civic","1/15/2017","8:05 AM","50,000","mi","9.5","gal (UK)","$4.10","$38.95","No","No","Gasoline - Regular (87)","","1 High St",""

Service Records
"Vehicle","Date","Time","Odometer Reading","Distance Unit","Services","Total Cost","Place Name","Notes"
"Civic","1/16/2017","8:05 AM","50,010","mi","Battery","$90.00","Garage 5",""

Expense Records
"Vehicle","Date","Time","Odometer Reading","Distance Unit","Expenses","Total Cost","Place Name","Notes"
"Civic","1/17/2017","8:05 AM","50,020","mi","Car Wash","$12.00","",""
`;

/** As the Ukrainian culture writes: a decimal comma, a no-break space for thousands, the day first. */
export const LUBELOGGER_FUEL_UA = `Date,Odometer,FuelConsumed,Cost,FuelEconomy,IsFillToFull,MissedFuelUp,Notes,Tags
17.08.2025,61500,"37,9","1010,42","9,8",True,False,,
02.08.2025,61105,"20,125",525,0,False,True,Дощ,
`;
export const LUBELOGGER_TAX_UA = 'Date,Description,Cost,Notes,Tags\n17.08.2025,Реєстрація,"12\u00a0345,60\u00a0₴",,\n';
export const LUBELOGGER_SUPPLY_UA =
  'Date,PartNumber,PartSupplier,PartQuantity,Description,Notes,Cost,Tags\n02.08.2025,OC 90,Автодок,"1,5",Олива,,"1\u00a0018,40\u00a0₴",\n';
/** Of Germany, with a column of the user’s own. */
export const LUBELOGGER_SERVICE_DE =
  'Date,Description,Cost,Notes,Odometer,Tags,extrafield_Shop\n17.08.2025,Bremsen,"1.234,50 €",,61500,,ATU\n';
/** An electric car in a newer version. */
export const LUBELOGGER_ELECTRIC = `Date,Odometer,FuelConsumed,Cost,FuelEconomy,IsFillToFull,MissedFuelUp,StartingSoc,EndingSoc,Notes,Tags
8/17/2025,21500,42.5,12.75,0,False,False,20,80,Home,
`;
/** Of version 1.2: another order, and a sign before the cost, as in its sample. */
export const LUBELOGGER_OLD = 'Date,Odometer,FuelConsumed,IsFillToFull,MissedFuelUp,Cost,Notes\n8/17/2023,1500,10.5,True,False,$31.40,\n';
/** Names that LubeLogger itself takes beside its own. */
export const LUBELOGGER_ALIASES = 'fuelup_date,odo,qty,total price,partial_fill,missed fill up,note\n2023-08-17,1500,10.5,31.40,1,0,Trip\n';
export const LUBELOGGER_PLAN =
  'DateCreated,DateModified,Description,Notes,Type,Priority,Progress,Cost\n8/17/2025 10:00,8/18/2025 9:00,Brakes,,RepairRecord,Critical,Backlog,$120.00\n';
export const LUBELOGGER_EQUIPMENT = 'Description,Notes,Tags,IsEquipped\nRoof box,480 l,,True\n';

/** In commas and ISO dates. */
export const SPRITMONITOR_FUEL_ISO = `Date,Odometer,Trip,Quantity,Total price,Currency,Type,Tires,Roads,Driving style,Fuel,Note,Consumption
2026-03-04,52000.00,560.00,42.15,71.61,EUR,2,1,14,2,8,,7.53
`;
export const SPRITMONITOR_COSTS_EN = `Date,Odometer,Cost type,Description,Total price,Currency,Note
2026-03-05,52100.00,18,,4.50,EUR,City
`;

/** A table without its own reader: sections that a plain table does not have. */
export const ROAD_TRIP = `ROAD TRIP CSV ",."
Version,Language
1900,en

FUEL RECORDS
Odometer (km),Trip Distance,Date,Fill Amount,Fill Units,Price per Unit,Total Price,Partial Fill,L/100 km,Note,Octane,Location,Payment,Currency Code,Currency Rate
30120,,2020-6-15 9:51,30.4,L,1.5,45.60,,,,,,,EUR,1

MAINTENANCE RECORDS
Description,Date,Odometer (km),Cost,Note,Location,Type,Currency Code,Currency Rate
Oil,2020-6-16 9:51,30200,80,,,Service,EUR,1
`;

/** Plain tables, whose columns are guessed. */
export const MYGARAGE_SERVICE = `units_version,unit_system,Date,Category,Description,Odometer (km),Engine Hours,Cost,Vendor,Notes
1,metric,2024-02-03,Maintenance,Oil change,30200,,80.50,Garage 5,5W-30
`;
export const MYGARAGE_FUEL = `units_version,unit_system,Date,Filled At,Odometer (km),Liters,Price Per Liter,Cost,Full Tank,Notes
1,metric,2024-02-04,10:15,30400,40.5,1.5,60.75,No,
`;
export const MYGARAGE_IMPERIAL = `units_version,unit_system,Date,Mileage,Gallons,Price Per Gallon,Cost,Full Tank,Notes
1,imperial,2024-02-05,18900,10.5,3.5,36.75,Yes,
`;
