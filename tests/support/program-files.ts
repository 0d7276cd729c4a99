/** Files as other programs export them, each with all that they document; what they must become is written in the tests by hand. */

export const FUELIO = `"## Vehicle"
"Name","Description","DistUnit","FuelUnit","ConsumptionUnit","ImportCSVDateFormat","VIN","Insurance","Plate","Make","Model","Year","TankCount","Tank1Type","Tank2Type","Active"
"Octavia LPG","","0","0","0","yyyy-MM-dd","","","AA1234BB","Škoda","Octavia","2014","2","400","100","1"
"## Log"
"Data","Odo (km)","Fuel (litres)","Full","Price (optional)","l/100km (optional)","latitude (optional)","longitude (optional)","City (optional)","Notes (optional)","Missed","TankNumber","FuelType","VolumePrice","StationID (optional)","ExcludeDistance","UniqueId","TankCalc"
"2021-05-12 10:15","46020","37.9","1","1010.42","9.8","","",,"Перша
з двох рядків","0","1","401","26.66","0","0.0","3","0.0"
"2021-05-08","45633","40.1","0","1050.0","0","","","Київ","","1","2","110","","0","0.0","2","0.0"
"2021-02-31","45210","38.5","1","900","0","","",,"","0","1","400","","0","0.0","1","0.0"
"2021-05-01","-12","38.5","1","900","0","","",,"","0","1","400","","0","0.0","0","0.0"
"2021-04-30","45000","10","1","250","0","","",,"","0","1","216","","0","0.0","4","0.0"
"## CostCategories"
"CostTypeID","Name","priority","color"
"1","Service","0",""
"31","Insurance","0",""
"40","Автомийка","0",""
"## Costs"
"CostTitle","Date","Odo","CostTypeID","Notes","Cost","flag","idR","read","RemindOdo","RemindDate","isTemplate","RepeatOdo","RepeatMonths","isIncome","UniqueId"
"Заміна оливи","2021-04-01","45000","1","Castrol","1200.5","0","0","0","55000","2011-01-01","0","10000","12","0","10"
"Автоцивілка","2021-03-01","0","31","","3450","0","0","0","0","2011-01-01","0","0","0","0","11"
"","2021-03-02","44000","40","Повна","300","0","0","0","0","2011-01-01","0","0","0","0","12"
"ТО","2021-03-03","0","1","","0","0","0","0","0","2027-03-03","0","0","12","0","13"
"Повернення","2021-03-04","0","31","","50","0","0","0","0","2011-01-01","0","0","0","1","14"
"## FavStations"
"Name","Latitude"
"ОККО","50.4"
`;

/** Without sections and quotes. */
export const FUELIO_LOG = `Data,Odo (mi),Fuel (us gallons),Full,Price (optional),mpg (us) (optional),City (optional),Notes (optional),Missed
2020-01-15,61500,10.5,1,31.40,28.1,Austin,,0
2020-01-02,61205,9.2,0,27.55,0,,,1
`;

const TANKS = ['"Fuel" 2,"Price" 2,"Total" 2,"Volume" 2,"Полный бак" 2', '"Fuel" 3,"Price" 3,"Total" 3,"Volume" 3,"Полный бак" 3'];
const NO_TANKS = ',,,,,,,,,';
export const DRIVVO = `##Refuelling
"Пробег","Дата","Топливо","Цена / л","Стоимость","Объём","Полный бак",${TANKS.join(',')},"Расход","Расстояние","a","b","c","d","АЗС","Водитель","Причина","Оплата","Заметка","Скидка"
"46020.0","2021-05-12 10:15:00","Бензин","26.66","1010.42","37.9","Да","Газ","24.0","480.0","20.0","Нет",,,,,,"6,414 л/100км","400","","","","","ОККО","","","","Трасса","0.0"
"45633.0","2021-05-08 9:05","Газ","","500.0","","Нет",${NO_TANKS},"","","","","","","","","","","","0.0"

##Expense
"Пробег","Дата","Стоимость","Тип расхода","Место","Водитель","Причина","Оплата","Заметка","Название","Скидка"
"0.0","2021-03-01 00:00:00","3450.0","Страхование","","","","","Полис","Автоцивилка","0.0"
"44000.0","2021-03-02 12:00:00","300.0","Мойка","Блеск","","","","","","0.0"

##Service
"Пробег","Дата","Стоимость","Тип обслуживания","Место","Водитель","Оплата","Заметка","Название","Скидка"
"45000.0","2021-04-01 10:00:00","1200.5","Замена масла","СТО","","","Castrol","","0.0"
"45000.0","2021-04-01 10:00:00","250.0","Масляный фильтр","СТО","","","","","0.0"
`;

export const LUBELOGGER_FUEL = `Date,Odometer,FuelConsumed,Cost,FuelEconomy,IsFillToFull,MissedFuelUp,Notes,Tags
8/17/2025,61500,10.5,31.4,28.1,True,False,,highway
8/2/2025,61205,9.2,27.55,0,False,True,"Rain, wind",
`;
export const LUBELOGGER_SERVICE = `Date,Description,Cost,Notes,Odometer,Tags
17.08.2025,Заміна оливи,"1 234,50 ₴",Castrol,61500,
02.08.2025,Гальма,"980,00 ₴",,0,brakes
`;
export const LUBELOGGER_ODOMETER = 'Date,InitialOdometer,Odometer,Notes,Tags\n8/17/2025,61000,61500,Trip,\n';
export const LUBELOGGER_TAX = 'Date,Description,Cost,Notes,Tags\n8/17/2025,Registration,$120.00,,\n';
export const LUBELOGGER_SUPPLY =
  'Date,PartNumber,PartSupplier,PartQuantity,Description,Notes,Cost,Tags\n8/17/2025,OC 90,AutoZone,2,Oil filter,,$18.40,\n';

export const FUELLY_FUEL = `car_name, model, l/100km,  odometer, km, litres, price, city_percentage, fuelup_date, date_added, tags, notes, missed_fuelup, partial_fuelup, latitude, longitude, brand
Octavia,Octavia,6.4,46020,400,37.9,26.66,55,2021-05-12,2021-05-12 10:15:00,,Highway,0,0,,,OKKO
Lanos,Lanos,8.1,90100,300,20,27,55,2021-05-13,2021-05-13 10:15:00,,,1,1,,,
`;
export const FUELLY_SERVICE = `car_name, model, odometer, price, service_date, date_added, tags, service_type, sub_service_types, notes, latitude, longitude
Octavia,Octavia,45000,1200.50,06/13/2021 0:00,2021-06-13,,Oil change,"1,2",Castrol,,
Octavia,Octavia,45500,,06/14/2021 0:00,2021-06-14,,Tire rotation,,,,
`;
export const FUELLY_APP = `Type,MPG,Date,Time,Vehicle,Odometer,Filled Up,Cost/Gallon,Gallons,Total Cost,Octane,Gas Brand,Location,Tags,Payment Type,Tire Pressure,Notes,Services
Gas,28.1,2021-05-12,10:15,Octavia,"46,020",Full,3.969,10.5,41.67,87,OKKO,Kyiv,,,,Trip,
Gas,,2021-05-13,9:05 AM,Octavia,"46,300",Partial,3.9,5,19.5,87,,,,,,,
Service,,2021-05-14,9:05 AM,Octavia,"46,310",,,,120,,,Garage,,,,,Oil change
`;

/** aCar, as the app of Fuelly was called: its sections are named by rows with one cell. */
export const ACAR = `Metadata
"Android Version","aCar Version","Export Date/Time","Date Format","Time Format"
"12","5.4.1","03/15/2022 - 10:00","M/d/yyyy","HH:mm"

Vehicles
"Name","Type","Year","Make","Model","Volume Unit","Distance Unit","Notes"
"Civic","CAR","2016","Honda","Civic","US_GALLON","MILE",""

Fill-Up Records
"Vehicle","Date","Time","Odometer Reading","Distance Unit","Volume","Volume Unit","Price per Unit","Total Cost","Payment","Partial Fill-Up?","Previously Missed Fill-Ups?","Fuel Efficiency","Fuel Efficiency Unit","Fuel Category","Fuel Type","Fuel Brand","Fueling Station Address","Place City","Tags","Notes"
"Civic","3/5/2022","18:05","106,421","mi","10.101","gal","$3.969","$40.09","Cash","No","No","30.1","MPG","Gasoline","Gasoline - Regular (87)","Sinclair","12 Main St","Provo","",""
"Civic","3/1/2022","08:30","106,120","mi","20.5","L","$1.05","$21.53","Cash","Yes","Yes","","MPG","Diesel","Diesel - Regular","","","Provo","","Cold"

Event Records
"Vehicle","Date","Time","Odometer Reading","Distance Unit","Type","Sub Types","Total Cost","Payment","Place Name","Place Address","Place City","Tags","Notes"
"Civic","3/14/2022","10:43","106,600","mi","Service","Engine Oil, Oil Filter","$55.00","Cash","Quick Lube","","Provo","","5W-20"
"Civic","2/20/2022","10:43","","mi","Expense","Parking","$1,012.50","Cash","","","Provo","",""

Trip Records
"Vehicle","Start Date","Start Time","Start Odometer Reading","Distance Unit","Type"
"Civic","3/14/2022","10:43","106,600","mi","Vacation"
`;
export const SPRITMONITOR_FUEL = `Datum;Km-Stand;Teil-Km;Spritmenge;Kosten;Währung;Tankart;Reifen;Strecken;Fahrweise;Kraftstoff;Bemerkung;Verbrauch
12.05.2021;46020,00;387,00;37,90;1010,42;UAH;1;1;14;2;12;"Траса, Львів";9,79
08.05.2021;45633,00;200,00;20,10;525,00;UAH;2;1;14;2;7;;
05.05.2021;;;10,00;12,50;EUR;1;1;14;2;21;;
01.05.2021;45433,00;0,00;40,00;1050,00;UAH;3;1;14;2;12;;
`;
export const SPRITMONITOR_FUEL_EN = `Date;Odometer;Trip;Quantity;Total price;Currency;Type;Tires;Roads;Driving style;Fuel;Note;Consumption;BC-Consumption;BC-Quantity;BC-Speed
14.03.2026;52000,00;560,00;42,15;71,61;EUR;1;1;14;2;19;"A ""good"" one";7,53;;;
`;
export const SPRITMONITOR_COSTS = `Datum;Km-Stand;Kostenart;Bezeichnung;Kosten;Währung;Bemerkung
15.01.2021;44000,00;4;Ölwechsel 5W-30;1200,50;UAH;Castrol
16.01.2021;;5;;3450,00;UAH;
17.01.2021;44100,00;10;;250000,00;UAH;
18.01.2021;44200,00;16;Rückzahlung;50,00;UAH;
19.01.2021;44300,00;2;;10,00;CHF;
`;

const SIMPLY_AUTO_TITLES =
  'Row ID,Vehicle ID,Odometer,Qty,Partial Tank,Missed Fill Up,Total Cost,Distance Travelled,Eff,Octane,Fuel Brand,Filling Station,Notes,Day,Month,Year,Receipt Path,Latitude,Longitude,Record Type,Record Desc';
export const SIMPLY_AUTO = `${SIMPLY_AUTO_TITLES}
1,Octavia,46020.0,37.9,0,0,1010.42,387.0,10.2,95.0,OKKO,,Highway,12,5,2021,,0.0,0.0,0,Fuel Record
2,Octavia,45633.0,20.1,1,1,525.0,200.0,0.0,95.0,OKKO,Stryi,,8,12,2020,,0.0,0.0,0,Fuel Record
3,Octavia,45000.0,0.0,0,0,1200.5,0.0,0.0,0.0,,Garage,Castrol,1,4,2021,,0.0,0.0,1,Engine Oil,Oil Filter
4,Octavia,0.0,0.0,0,0,300.0,0.0,0.0,0.0,,,,2,4,2021,,0.0,0.0,2,Parking
`;
/** With months that count from zero: December of 2020 and January of 2021. */
export const SIMPLY_AUTO_FROM_ZERO = `${SIMPLY_AUTO_TITLES}
1,Octavia,46020.0,37.9,0,0,1010.42,387.0,10.2,95.0,OKKO,,,12,0,2021,,0.0,0.0,0,Fuel Record
2,Octavia,45633.0,20.1,0,0,525.0,200.0,0.0,95.0,OKKO,,,8,11,2020,,0.0,0.0,0,Fuel Record
`;

export const MY_FUEL_MANAGER_FUEL = `My Fuel Manager - Fuel
Date;Fillup volume;Odometer;Total price;Currency;Fuel;Tank status after fillup;%;Note;Vehicle name
5/13/2021;37.9;46020;1010.42;USD;1;F;100;"Траса на Львів &amp; далі, &#1054;ККО";"Octavia"
5/8/2021;20.1;45633;525;USD;4;P;50;"";"Octavia"
`;
export const MY_FUEL_MANAGER_COSTS = `My Fuel Manager - COSTS
Date;Total price;Currency;Finance category;Odometer;Note;Vehicle name
5/12/2021;1200.5;USD;Oil;45000;"Castrol &quot;5W-30&quot;";"Octavia"
5/14/2021;300;USD;Parking;0;"";"Octavia"
`;
export const MY_FUEL_MANAGER_INCOMES = `My Fuel Manager - INCOMES
Date;Total price;Currency;Finance category;Odometer;Note;Vehicle name
5/15/2021;50;USD;Sale;0;"";"Octavia"
`;

export const TRACKTOR = JSON.stringify({
  ...{ version: '1.0', timestamp: '2026-06-17T10:00:00.000Z', encrypted: false },
  data: {
    vehicles: [
      {
        id: 'a',
        make: 'Škoda',
        model: 'Octavia',
        year: 2014,
        licensePlate: 'BC1234AB',
        vin: null,
        color: '#334455',
        odometer: 12000,
        fuelType: 'petrol',
      },
      {
        id: 'b',
        make: 'Yamaha',
        model: 'MT-07',
        year: 2020,
        licensePlate: null,
        vin: null,
        color: null,
        odometer: null,
        fuelType: 'petrol',
      },
    ],
    fuelLogs: [
      {
        id: 'f1',
        vehicleId: 'a',
        date: '2026-02-01',
        odometer: 12300,
        fuelAmount: 10.5,
        cost: 40,
        filled: true,
        missedLast: false,
        notes: null,
      },
      { id: 'f2', vehicleId: 'b', date: '2026-02-02', odometer: 900, fuelAmount: 3, cost: 12, filled: false, missedLast: true, notes: '' },
      { id: 'f3', vehicleId: 'a', date: '2026-02-03', odometer: -5, fuelAmount: 3, cost: 12, filled: true, missedLast: false, notes: '' },
    ],
    maintenanceLogs: [
      { id: 'm1', vehicleId: 'a', date: '2026-02-10', odometer: 12400, serviceCenter: 'Garage 7', cost: 80.5, notes: 'Oil and filter' },
      { id: 'm2', vehicleId: 'a', date: '2026-01-05', odometer: 12100, serviceCenter: 'Garage 8', cost: 20, notes: null },
    ],
    insurances: [
      {
        id: 'i1',
        vehicleId: 'a',
        provider: 'ARX',
        policyNumber: 'EP 1234',
        startDate: '2026-03-01',
        endDate: '2027-02-28',
        cost: 90,
        notes: 'paid',
      },
    ],
    puccs: [],
    configs: [
      { key: 'unitOfDistance', value: 'mile' },
      { key: 'unitOfVolume', value: 'gallon' },
      { key: 'currency', value: 'EUR' },
    ],
  },
});
